import type { StoredBooking } from '../../../contracts/booking.ts';
import { readBooking } from '../bookings/booking-calls.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { canStillBePaid, closePayment, lookAtOpenPayments } from './open-payments.ts';

/**
 * Closes the payments of a booking before its cancellation or another price. A payment that succeeded first is settled, so it is
 * counted. Returns the booking afterwards, or null if there was nothing to close.
 */
export async function closeOpenPayments(
  deps: FunctionDeps,
  booking: Pick<StoredBooking, 'id'>,
): Promise<StoredBooking | null> {
  try {
    const { open } = await lookAtOpenPayments(deps, booking.id);
    for (const { intent } of open.filter((one) => canStillBePaid(one.intent))) {
      await closePayment(deps, { intentId: intent.id, bookingId: booking.id });
    }
    return open.length > 0 ? await readBooking(deps.rest, booking.id) : null;
  } catch (error) {
    // The change goes ahead without the payment service; a late payment of more than is due is refunded in full.
    deps.log.warn({ err: error }, 'Open payments could not be closed');
    return null;
  }
}
