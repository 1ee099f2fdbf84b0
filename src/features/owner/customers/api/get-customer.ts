import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ownRest } from '@/lib/own-rest.ts';
import {
  customersKey,
  namedBy,
  personKey,
  type Caller,
  type Customer,
  type CustomerBooking,
  type Whose,
} from './customer.ts';

const personQuery = <Told>(whose: Whose) =>
  queryOptions({
    queryKey: personKey(whose),
    queryFn: async ({ signal }) => {
      const answer: { data: unknown } = await (
        await ownRest()
      )
        .rpc('customer_page', namedBy(whose))
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return answer.data as Told | null;
    },
  });

/** Everything a customer's page tells but their bookings; null when nothing is kept about the address. */
export const customerQuery = (email: string) => personQuery<Customer>({ email });

/** What is kept about whoever left no address; null when nobody booked from the number that way. */
export const callerQuery = (phone: string) => personQuery<Caller>({ phone });

type Place = { booking_date: string; booking_time: string; id: string };
type Page = { bookings: CustomerBooking[]; next: Place | null };

/** The bookings made with an address, the latest day first. */
export const customerBookingsQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'bookings', email],
    queryFn: async ({ pageParam, signal }) => {
      const answer: { data: unknown } = await (
        await ownRest()
      )
        .rpc('customer_bookings', { target_email: email, before: pageParam })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return answer.data as Page;
    },
    initialPageParam: null as Place | null,
    getNextPageParam: ({ next }) => next,
  });
