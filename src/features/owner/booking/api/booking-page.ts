import { queryOptions } from '@tanstack/react-query';
import { bookingPage } from '@contracts/owner-booking.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** All that is known of a booking. Fails with the code of the refusal as message. */
export const bookingPageQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['owner-booking', bookingId],
    queryFn: ({ signal }) => ownRpc(bookingPage, { target_booking_id: bookingId }, { signal }),
    staleTime: 0,
    // Where nothing is told of changes, they are asked for.
    refetchInterval: 30_000,
    retry: (count, error) => count < 1 && error.message !== 'booking_not_found',
  });
