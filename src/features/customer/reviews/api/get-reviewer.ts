import { queryOptions } from '@tanstack/react-query';
import { isBookingId } from '@domain/contact/field-checks.ts';
import { guestRest } from '@/lib/backend.ts';

/** The customer's name on a booking. Rejects when the booking is unknown or can't be loaded. */
export const reviewerQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['reviewer', bookingId],
    queryFn: () => getReviewer(bookingId),
    retry: false,
    staleTime: Infinity,
  });

export async function getReviewer(bookingId: string): Promise<string> {
  if (!isBookingId(bookingId)) throw new Error('This is not a booking ID');
  const { data } = await guestRest(bookingId)
    .from('bookings')
    .select('id,customer_name')
    .eq('id', bookingId)
    .single()
    .retry(false)
    .throwOnError();
  return data.customer_name;
}
