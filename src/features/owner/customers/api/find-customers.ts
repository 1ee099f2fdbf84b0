import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { foundCustomers, type FoundCustomers } from '@contracts/customers.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { customersKey } from './customer.ts';

/** Customers whose name, address or phone number fits, whoever booked last first. */
export const customersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      ownRpc(foundCustomers, { search, before: pageParam }, { signal }),
    initialPageParam: null as FoundCustomers['next'],
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
