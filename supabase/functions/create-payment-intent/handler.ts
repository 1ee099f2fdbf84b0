import { z } from 'zod';
import { paymentIntent } from '../../contracts/payments.ts';
import { bookingId } from '../_shared/http/booking-id.ts';
import { readBooking } from '../_shared/bookings/booking-calls.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { isHeld, renewHold } from '../_shared/payments/keep-hold.ts';
import { requireUnpaid } from '../_shared/payments/require-unpaid.ts';
import { beginOrReuseIntent } from './open-intent.ts';

const shape = z.object({
  bookingId,
  amountToCharge: z.int('The amount is a whole number of cents.'),
});

/**
 * `{ bookingId, amountToCharge }` (cents) -> 200 `{ clientSecret, paymentIntentId, methods }`, methods being
 * Stripe's names of what it can be paid with. The amount is only compared: what is charged is what the stored booking says.
 * Errors: booking_not_found 404; amount_mismatch, already_paid, booking_cancelled, paid_too_late,
 * payment_processing, coupon_used 409; hold_lapsed 410; too_many_holds 429; payment_unavailable 502.
 */
export const createPaymentIntentHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, shape, async (body) => {
    const booking = await readBooking(deps.rest, body.bookingId);
    requireUnpaid(booking);
    if (body.amountToCharge !== booking.due_now_cents) throw new CodedError('amount_mismatch');
    const intent = await beginOrReuseIntent(deps, booking, async () => {
      if (!isHeld(booking, deps.now())) await renewHold(deps, booking);
    });
    // Stripe answers one to its own account's key, always.
    if (intent.client_secret === null) throw new CodedError('payment_unavailable');
    return answer(paymentIntent, {
      clientSecret: intent.client_secret,
      paymentIntentId: intent.id,
      methods: intent.payment_method_types,
    });
  });
