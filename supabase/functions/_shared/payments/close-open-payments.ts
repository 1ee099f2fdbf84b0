import type { StoredBooking } from '../../../contracts/booking.ts';
import { readBooking } from '../bookings/booking-calls.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { canStillBePaid, closePayment, lookAtOpenPayments } from './open-payments.ts';

/**
 * Makes sure nobody can still pay for a booking that is about to be cancelled. A payment that won the
 * race is settled, so it is part of what is refunded. Answers the booking as it stands afterwards, or
 * null when there was nothing to close.
 */
export async function closeOpenPayments(
  deps: FunctionDeps,
  booking: StoredBooking,
): Promise<StoredBooking | null> {
  try {
    const { open } = await lookAtOpenPayments(deps, booking.id);
    for (const { intent } of open.filter((one) => canStillBePaid(one.intent))) {
      await closePayment(deps, { intentId: intent.id, bookingId: booking.id });
    }
    return open.length > 0 ? await readBooking(deps.rest, booking.id) : null;
  } catch (error) {
    // The visitor cancels whether or not the payment service answers; a payment that still arrives
    // for a cancelled booking is refunded in full.
    deps.log.warn({ err: error, bookingId: booking.id }, 'Open payments could not be closed');
    return null;
  }
}
