import { z } from 'zod';
import { bookingId } from '../../contracts/booking-input.ts';
import { paymentIntent } from '../../contracts/payments.ts';
import { readBooking } from '../_shared/bookings/booking-calls.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { isHeld, renewHold } from '../_shared/payments/keep-hold.ts';
import { requireUnpaid } from '../_shared/payments/require-unpaid.ts';
import { beginOrReuseIntent } from './open-intent.ts';

export const intentRequest = z.object({
  bookingId,
  amountToCharge: z.int32('The amount is a whole number of cents.'),
});

/** Starts or reuses a payment. The amount is only compared: the stored booking says what is charged. */
export const createPaymentIntentHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, intentRequest, async (body) => {
    const booking = await readBooking(deps.rest, body.bookingId);
    requireUnpaid(booking);
    if (body.amountToCharge !== booking.due_now_cents) throw new CodedError('amount_mismatch');
    const intent = await beginOrReuseIntent(deps, booking, async () => {
      if (!isHeld(booking, deps.now())) await renewHold(deps, booking);
    });
    return answer(paymentIntent, {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      methods: intent.methods,
    });
  });
