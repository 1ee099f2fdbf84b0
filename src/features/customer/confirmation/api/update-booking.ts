import type { BookingStatus } from '@domain/booking/booking.ts';
import { guestRest } from '@/lib/backend.ts';

export type BookingUpdate = {
  status: BookingStatus;
  deposit_paid: boolean;
  /** The payment's id at the provider. */
  sessionId: string | null;
};

/** Whether the database took the update. A status that no recorded payment backs is refused. */
export async function updateBooking(
  bookingId: string,
  { sessionId, ...update }: BookingUpdate,
): Promise<boolean> {
  const { data, error } = await guestRest(bookingId)
    .from('bookings')
    .update({ ...update, stripe_checkout_session_id: sessionId })
    .eq('id', bookingId)
    .select('id');
  return error === null && data.length > 0;
}
