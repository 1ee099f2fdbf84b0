import { queryOptions } from '@tanstack/react-query';
import { foundCallers } from '@contracts/customers.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Fewer letters or digits fit too many customers. */
export const leastSearched = 3;

/** Customers whose name or number fits, most recent booking first. */
export const callersQuery = (search: string) =>
  queryOptions({
    queryKey: ['callers', search],
    queryFn: async ({ signal }) => (await ownRpc(foundCallers, { search }, { signal })).callers,
    enabled: search.replace(/[^\p{L}\p{N}]/gu, '').length >= leastSearched,
    staleTime: 30_000,
  });

/** The customer of a booking, its visit first; null when the booking or their data is gone. */
export const callerOfBookingQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['callers', 'of-booking', bookingId],
    queryFn: async ({ signal }) => {
      const found = await ownRpc(foundCallers, { of_booking: bookingId }, { signal });
      return found.callers[0] ?? null;
    },
    staleTime: 0,
    retry: 1,
  });
