import { guestRest } from '@/lib/backend.ts';

const guestColumns =
  'id,customer_name,service_id,service_name,vehicle_type,car_model,car_year,booking_date,booking_time,duration_minutes,status,deposit_paid,payment_option,free_cancellation_hours,deposit_kept_since,cancellation_free_until,done_at,calendar_sequence,calendar_uid,replaced_at';

/** What the customer of a booking may read of it besides. The email address is null for a booking by phone without one. */
export const bookingColumns = `${guestColumns},customer_email` as const;

/**
 * The booking with this id, or null: no address, no email, no phone, no money of it. Throws when the backend cannot
 * say.
 */
export async function getBookingById(bookingId: string, email?: string) {
  const { data } = await guestRest(bookingId, email)
    .from('bookings')
    .select(guestColumns)
    .eq('id', bookingId)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** A booking as far as a visitor who holds its id may read it. */
export type BookingRecord = NonNullable<Awaited<ReturnType<typeof getBookingById>>>;

/** What begins the key of the list of one's own bookings. */
export const ownBookingsKey = ['own-bookings'] as const;

/** Whether a later hold of its customer replaced an unpaid booking: no list shows it. */
export const wasReplaced = (booking: Pick<BookingRecord, 'status' | 'replaced_at'>): boolean =>
  booking.status === 'pending_payment' && booking.replaced_at !== null;
