import { isBookingId } from '@domain/field-checks.ts';
import { guestRest } from '@/lib/backend.ts';
import { bookingColumns, type BookingRecord } from '@/lib/booking-record.ts';

/** `email` is left out for a link from a mail: the id alone opens its booking. */
export type Wanted = { bookingId: string; email?: string };

/** The booking, or null when there is none. Throws when the backend cannot say. */
export async function findBooking({ bookingId, email }: Wanted): Promise<BookingRecord | null> {
  if (!isBookingId(bookingId)) return null;
  const byId = guestRest(bookingId).from('bookings').select(bookingColumns).eq('id', bookingId);
  const query = email === undefined ? byId : byId.eq('customer_email', email);
  const { data } = await query
    .maybeSingle()
    .throwOnError()
    .overrideTypes<BookingRecord, { merge: false }>();
  return data;
}
