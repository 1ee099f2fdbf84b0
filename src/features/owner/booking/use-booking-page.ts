import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '@/lib/live.ts';
import { bookingPageQuery } from './api/booking-page.ts';

/** A booking as it stands, followed as it changes. */
export function useBookingPage(bookingId: string) {
  const client = useQueryClient();
  useLive(
    ['bookings', 'payments'],
    () => void client.invalidateQueries(bookingPageQuery(bookingId)),
  );
  return useQuery(bookingPageQuery(bookingId));
}
