import type { DecidedRefund, StoredBooking } from '../../contracts/booking.ts';
import { z } from 'zod';
import { bookingId } from '../../contracts/booking-input.ts';
import { ownerCancellation, ownerCancellationPreview } from '../../contracts/owner-booking.ts';
import { keptCents } from '../../../domain/money/kept.ts';
import { readBooking, releaseBooking } from '../_shared/bookings/booking-calls.ts';
import { closeOpenPayments } from '../_shared/payments/close-open-payments.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer } from '../_shared/http/http.ts';
import { policyRefundCents } from '../_shared/payments/policy-refund.ts';
import { hasFreshProof } from '../_shared/http/fresh-proof.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';
import { sendRefunds } from '../_shared/payments/send-refunds.ts';
import { sumOfRefunds } from '../_shared/payments/sum-of-refunds.ts';

export const ownerCancelRequest = z.union([
  z.object({ bookingId, preview: z.literal(true) }),
  z.object({
    bookingId,
    preview: z.literal(false).optional(),
    refundCents: z.int32('The refund is a whole number of cents.').nonnegative(),
    /** Also while a bank disputes a payment. */
    anyway: z.boolean().optional(),
  }),
]);

/** The owner's cancellation, whenever the appointment is. The owner refunds by hand what was paid on site. */
export const cancelBookingAsOwnerHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(deps, ownerCancelRequest, async (body, { id: adminId }, http) => {
    const found = await readBooking(deps.rest, body.bookingId);
    if (body.preview === true) return answer(ownerCancellationPreview, preview(found, deps.now()));
    if (found.status === 'cancelled') return cancelled([]);

    const booking = (await closeOpenPayments(deps, found)) ?? found;
    const { refundCents } = body;
    const policyCents = policyRefundCents(booking, deps.now());
    if (refundCents > keptCents(booking)) throw new CodedError('refund_too_large');
    const { refunds } = await releaseBooking(deps.rest, {
      bookingId: booking.id,
      refundCents,
      expectedPaidCents: keptCents(booking),
      reason: 'cancelled_by_business',
      owner: { id: adminId, isProven: await hasFreshProof(deps, http) },
      ...(refundCents !== policyCents && { policyCents }),
      ...(body.anyway && { anyway: true }),
    });
    await sendRefunds(deps, refunds);
    deps.wakeWorkers();
    return cancelled(refunds);
  });

const preview = (booking: StoredBooking, now: Date) => ({
  ...(booking.given_tip_cents > 0 && { givenTipCents: booking.given_tip_cents }),
  policyCents: policyRefundCents(booking, now),
  mostCents: keptCents(booking),
  onlineCents: booking.online_kept_cents,
  ...(booking.disputed_cents > 0 && { disputedCents: booking.disputed_cents }),
  ...(booking.has_open_dispute && { hasOpenDispute: true }),
  bookingStatus: booking.status,
});

const cancelled = (refunds: readonly DecidedRefund[]): Response =>
  answer(ownerCancellation, { ...sumOfRefunds(refunds), bookingStatus: 'cancelled' });
