import { guestRest } from '@/lib/backend.ts';
import { guestBookingColumns, type BookingRecord } from '@/entities/booking/booking-record.ts';

/** The booking with this id, or null. Throws when the backend cannot say. */
export async function getBooking(bookingId: string): Promise<BookingRecord | null> {
  const { data } = await guestRest(bookingId)
    .from('bookings')
    .select(guestBookingColumns)
    .eq('id', bookingId)
    .maybeSingle()
    .throwOnError()
    .overrideTypes<BookingRecord, { merge: false }>();
  return data;
}
