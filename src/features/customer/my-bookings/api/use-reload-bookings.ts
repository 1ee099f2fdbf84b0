import { useQueryClient } from '@tanstack/react-query';
import { ownBookingsKey } from '@/entities/booking/booking-record.ts';

/** Loads the bookings of My Bookings again: of the account, and of a guest. */
export function useReloadBookings() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ownBookingsKey }),
      client.invalidateQueries({ queryKey: ['guest-booking'] }),
    ]);
}
