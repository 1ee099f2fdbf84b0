import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Contract } from '@contracts/contract.ts';
import {
  callerPage,
  customerBookings,
  customerPage,
  type CustomerBookings,
} from '@contracts/customers.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { customersKey, namedBy, personKey, type Whose } from './customer.ts';

const personQuery = <Told>(page: Contract<'customer_page', Told>, whose: Whose) =>
  queryOptions({
    queryKey: personKey(whose),
    queryFn: ({ signal }) => ownRpc(page, namedBy(whose), { signal }),
  });

export const customerQuery = (email: string) => personQuery(customerPage, { email });

export const callerQuery = (phone: string) => personQuery(callerPage, { phone });

export const customerBookingsQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'bookings', email],
    queryFn: ({ pageParam, signal }) =>
      ownRpc(customerBookings, { target_email: email, before: pageParam }, { signal }),
    initialPageParam: null as CustomerBookings['next'],
    getNextPageParam: ({ next }) => next,
  });
