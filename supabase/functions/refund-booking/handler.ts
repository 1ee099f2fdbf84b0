import { z } from 'zod';
import { bookingId } from '../../contracts/booking-input.ts';
import { ownerRefund } from '../../contracts/owner-booking.ts';
import { refundBooking } from '../_shared/bookings/booking-calls.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { answer } from '../_shared/http/http.ts';
import { hasFreshProof } from '../_shared/http/fresh-proof.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';
import { sendRefunds } from '../_shared/payments/send-refunds.ts';
import { sumOfRefunds } from '../_shared/payments/sum-of-refunds.ts';

export const refundRequest = z.object({
  bookingId,
  requestId: z.uuid(),
  refundCents: z.int32('The refund is a whole number of cents.').positive(),
  expectedPaidCents: z.int32().nonnegative(),
  reason: z.string().trim().max(200, 'The reason can have up to 200 characters.').default(''),
  /** Also while a bank disputes a payment. */
  anyway: z.boolean().optional(),
});

/** Refunds part of what is kept of a booking, whose status stays. The owner refunds by hand what was paid on site. */
export const refundBookingHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(deps, refundRequest, async (body, { id: actingAdmin }, http) => {
    const isProven = await hasFreshProof(deps, http);
    const { outcome, refunds } = await refundBooking(deps.rest, { ...body, actingAdmin, isProven });
    // Those of a repeated request were sent, or wait for the worker.
    if (outcome === 'refunded') await sendRefunds(deps, refunds);
    deps.wakeWorkers();
    return answer(ownerRefund, sumOfRefunds(refunds));
  });
