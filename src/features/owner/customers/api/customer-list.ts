import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { foundAllCustomers, type FoundAllCustomers } from '@contracts/customers.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { customersKey } from './customer.ts';

/** Only those by phone have no email address. */
export type AnyCustomer = FoundAllCustomers['customers'][number];

/** All customers whose name, address or phone number fits, most recent booking first. */
export const customersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      ownRpc(foundAllCustomers, { search, before: pageParam }, { signal }),
    initialPageParam: null as FoundAllCustomers['next'],
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
