import type { BookingStatus } from '@domain/booking/booking.ts';
import { isBookingId } from '@domain/contact/field-checks.ts';
import type { BookingDetails } from '@contracts/booking.ts';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';
import { getBookingById } from '@/entities/booking/booking-record.ts';
import { updateBooking } from './api/update-booking.ts';
import { verifyPayment } from './api/verify-payment.ts';

export type Arrival = {
  bookingId: string;
  /** As the address says: a wish, which counts only with a payment behind it. */
  paymentStatus: string | null;
  sessionId: string | null;
  /** The customer comes back from the provider's own page, paid or not. */
  isFromProvider: boolean;
  /** The booking was made in this tab, and has not been confirmed here yet. */
  isFromCheckout: boolean;
};

export type Confirmation =
  | { kind: 'not_found' }
  /** The database found no payment behind what the address says. */
  | { kind: 'refused' }
  /** The customer came back without having paid; the booking waits for another payment. */
  | { kind: 'unpaid'; booking: BookingRecord; declinedBy: string | null }
  | { kind: 'processing' | 'refunded' | 'cancelled'; booking: BookingRecord }
  | { kind: 'confirmed'; booking: BookingRecord; isNew: boolean; details?: BookingDetails | null };

/** Confirms a paid booking, or answers its status. Throws when the status can't be loaded. */
export async function confirmBooking(arrival: Arrival): Promise<Confirmation> {
  if (!isBookingId(arrival.bookingId)) return { kind: 'not_found' };
  const booking = await getBookingById(arrival.bookingId);
  if (!booking) return { kind: 'not_found' };

  const { status } = booking;
  if (status !== 'pending_payment' && !arrival.isFromCheckout) return asItStands(booking);
  // The provider's own message may have settled it before this page was reached.
  if (status !== 'pending_payment' && status !== 'cancelled')
    return await keepSession(booking, arrival);

  const { payment, bookingStatus, declinedBy = null } = await verifyPayment(booking.id);
  const now = { ...booking, status: bookingStatus };
  if (bookingStatus === 'cancelled') {
    return { kind: payment === 'refunded' ? 'refunded' : 'cancelled', booking: now };
  }
  if (payment === 'processing') return { kind: 'processing', booking };
  if (bookingStatus !== 'pending_payment') return await keepSession(now, arrival);
  if (arrival.isFromProvider) return { kind: 'unpaid', booking, declinedBy };
  return await confirmByAddress(booking, arrival);
}

function asItStands(booking: BookingRecord): Confirmation {
  if (booking.status === 'cancelled') return { kind: 'cancelled', booking };
  return { kind: 'confirmed', booking, isNew: false };
}

/** Paid and settled: only the payment's id is still to be kept, and nothing hangs on that. */
async function keepSession(booking: BookingRecord, arrival: Arrival): Promise<Confirmation> {
  const settled = {
    ...booking,
    deposit_paid: booking.status === 'deposit_paid' || booking.deposit_paid,
  };
  if (arrival.sessionId) await updateBooking(booking.id, changeTo(settled, arrival));
  return { kind: 'confirmed', booking: settled, isNew: true };
}

async function confirmByAddress(booking: BookingRecord, arrival: Arrival): Promise<Confirmation> {
  const isDeposit = arrival.paymentStatus === 'deposit_paid';
  const status: BookingStatus = isDeposit ? 'deposit_paid' : 'confirmed';
  const confirmed = { ...booking, status, deposit_paid: isDeposit };
  const isTaken = await updateBooking(booking.id, changeTo(confirmed, arrival));
  return isTaken ? { kind: 'confirmed', booking: confirmed, isNew: true } : { kind: 'refused' };
}

function changeTo({ status, deposit_paid }: BookingRecord, { sessionId }: Arrival) {
  return { status, deposit_paid, sessionId };
}
