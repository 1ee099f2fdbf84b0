import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '@/lib/failure-sentence.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';
import { pageWithUnsent } from '@/entities/on-device/with-unsent.ts';
import { useLive } from '@/lib/live.ts';
import { bookingPageQuery } from './api/booking-page.ts';

/** What the database says of an address that names no id. */
const noId = 'invalid input syntax for type uuid';

/** A booking as it stands, followed as it changes. */
export function useBookingPage(bookingId: string) {
  const client = useQueryClient();
  const query = bookingPageQuery(bookingId);
  useLive(['bookings', 'payments'], () => void client.invalidateQueries(query));
  const { data, error, isFetching, refetch } = useQuery(query);
  const unsent = useUnsent();
  return {
    page: data && pageWithUnsent(data, unsent),
    isMissing: isRefusal(error, 'booking_not_found') || isRefusal(error, noId),
    hasFailed: error !== null && !isFetching,
    retry: () => void refetch(),
  };
}
