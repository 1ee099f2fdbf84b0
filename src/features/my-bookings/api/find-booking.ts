import { isBookingId } from '@domain/field-checks.ts';
import { guestRest } from '@/lib/backend.ts';
import { bookingColumns, type BookingRecord } from '@/lib/booking-record.ts';
import { getRainedOut, withRain, type ListedBooking } from './rained-out.ts';

/** `email` is left out for a link from a mail: the id alone opens its booking. */
export type Wanted = { bookingId: string; email?: string };

/** The booking, or null when there is none. Throws when the backend cannot say. */
export async function findBooking({ bookingId, email }: Wanted): Promise<ListedBooking | null> {
  if (!isBookingId(bookingId)) return null;
  const rest = guestRest(bookingId);
  const byId = rest.from('bookings').select(bookingColumns).eq('id', bookingId);
  const query = email === undefined ? byId : byId.eq('customer_email', email);
  const [{ data: booking }, rainedOut] = await Promise.all([
    query.maybeSingle().throwOnError().overrideTypes<BookingRecord, { merge: false }>(),
    getRainedOut(rest),
  ]);
  return booking && withRain(booking, rainedOut);
}
