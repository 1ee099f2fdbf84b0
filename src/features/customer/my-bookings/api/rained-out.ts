import type { Rest } from '@/lib/backend.ts';
import { rainedOutBookings, type BookingDetails } from '@contracts/booking.ts';
import { rpc } from '@/lib/rpc.ts';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';

export type ListedBooking = BookingRecord & {
  customer_email: string | null;
  /** Null for a visitor who knows no more than the id. */
  details: BookingDetails | null;
  /** It was called off for rain, and its customer has no other time yet. */
  is_rained_out: boolean;
  /** What a cancellation on this page refunds, in cents. */
  refunded_now_cents?: number;
};

/** The ids of those that are rained out, of the bookings that `rest` may read as their customer. */
export const getRainDays = (rest: Rest) => rpc(rest, rainedOutBookings, {}, { get: true });

export const listed = <Booking extends BookingRecord>(
  booking: Booking,
  details: readonly BookingDetails[],
  rainedOut: readonly string[],
) => {
  const own = details.find((one) => one.booking_id === booking.id) ?? null;
  return {
    ...booking,
    customer_email: own?.customer_email ?? null,
    details: own,
    is_rained_out: rainedOut.includes(booking.id),
  };
};

/** A booking as it stands after its cancellation, until it is loaded again. */
export const cancelledWith = (booking: ListedBooking, refundCents: number): ListedBooking => ({
  ...booking,
  status: 'cancelled',
  refunded_now_cents: refundCents,
  details: booking.details && {
    ...booking.details,
    refunded_cents: booking.details.refunded_cents + refundCents,
  },
});
