import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { ownBookingsQuery } from './api/get-own-bookings.ts';

/** The bookings of an account. Says so when they cannot be had. */
export function useOwnBookings(userId: string) {
  const client = useQueryClient();
  const query = useQuery(ownBookingsQuery(userId));
  useFailureToast(query, 'Could not fetch your bookings.');
  return {
    query,
    markCancelled: (id: string) => {
      client.setQueryData(ownBookingsQuery(userId).queryKey, (bookings) =>
        bookings?.map((booking) =>
          booking.id === id ? { ...booking, status: 'cancelled' } : booking,
        ),
      );
    },
  };
}
