import type { StoredBooking } from '../../contracts/booking.ts';
import { z } from 'zod';
import { verifiedPayment } from '../../contracts/payments.ts';
import { bookingId } from '../_shared/http/booking-id.ts';
import { readBooking } from '../_shared/bookings/booking-calls.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { lookAtOpenPayments, type OpenPayment } from '../_shared/payments/open-payments.ts';

const shape = z.object({ bookingId });

/**
 * `{ bookingId }` -> 200 `{ payment, bookingStatus, declinedBy }`, payment being succeeded, processing, unpaid or
 * refunded, and declinedBy Stripe's name of the payment method that was declined last, or null. Asks Stripe rather than the browser, and settles what has arrived, so it does not matter
 * whether the webhook came before, comes later or never does.
 * Errors: booking_not_found 404, payment_unavailable 502.
 */
export const verifyPaymentHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, shape, async (body) => {
    const { id } = await readBooking(deps.rest, body.bookingId);
    const { open } = await lookAtOpenPayments(deps, id);
    // Read again, always: the webhook may have settled it in between.
    const booking = await readBooking(deps.rest, id);
    const payment = paymentState(booking, open);
    const declinedBy = payment === 'unpaid' ? lastDeclined(open) : null;
    return answer(verifiedPayment, { payment, bookingStatus: booking.status, declinedBy });
  });

const lastDeclined = (open: readonly OpenPayment[]): string | null =>
  open.at(-1)?.intent.last_payment_error?.payment_method?.type ?? null;

function paymentState(booking: StoredBooking, open: readonly OpenPayment[]) {
  if (booking.status === 'cancelled') return booking.paid_cents > 0 ? 'refunded' : 'unpaid';
  if (booking.status !== 'pending_payment') return 'succeeded';
  return open.some(({ intent }) => intent.status === 'processing') ? 'processing' : 'unpaid';
}
