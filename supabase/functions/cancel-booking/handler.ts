import type { StoredBooking } from '../../contracts/booking.ts';
import { z } from 'zod';
import { bookingId } from '../../contracts/booking-input.ts';
import { cancellation, cancellationPreview } from '../../contracts/booking.ts';
import { hasBegun } from '../../../domain/booking/booking.ts';
import { keptCents } from '../../../domain/money/kept.ts';
import { startsAt } from '../../../domain/time/schedule.ts';
import { readBooking, releaseBooking } from '../_shared/bookings/booking-calls.ts';
import { closeOpenPayments } from '../_shared/payments/close-open-payments.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { hasFreshProof } from '../_shared/http/fresh-proof.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { isAdministrator } from '../_shared/http/require-administrator.ts';
import { policyRefundCents } from '../_shared/payments/policy-refund.ts';
import { sendRefunds } from '../_shared/payments/send-refunds.ts';

export const cancelRequest = z.object({
  bookingId,
  preview: z.boolean().default(false),
  /** Needed once the booking's address was corrected: emails with its id went to a stranger. */
  email: z.string().max(254).optional(),
});

/** The customer's cancellation, with the refund of the booking's own policy. */
export const cancelBookingHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, cancelRequest, async (body, http) => {
    const found = await readBooking(deps.rest, body.bookingId);
    requireHolder(found, body.email);
    if (found.status === 'cancelled') return cancelled(0);
    requireUpcoming(found, deps.now());
    if (body.preview) {
      return answer(cancellationPreview, {
        refundAmount: policyRefundCents(found, deps.now()),
        bookingStatus: found.status,
        depositAmount: found.deposit_cents,
        ...(found.disputed_cents > 0 && { disputedAmount: found.disputed_cents }),
      });
    }

    const booking = (await closeOpenPayments(deps, found)) ?? found;
    if (booking.status === 'cancelled') return cancelled(booking.refunded_cents);
    return cancelled(await cancel(deps, booking, await administratorOf(deps, http, booking.id)));
  });

/**
 * The administrator who cancels the booking of somebody else, which is the owner's cancellation; null for everybody
 * else, who need only know the booking's id.
 */
async function administratorOf(deps: FunctionDeps, request: Request, id: string) {
  try {
    const user = await deps.verifyUser(request);
    if (!user || (await holderOf(deps, id)) === user.id) return null;
    if (!(await isAdministrator(deps, request))) return null;
    return { id: user.id, isProven: await hasFreshProof(deps, request) };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'session_ended') return null;
    throw error;
  }
}

async function holderOf({ rest }: FunctionDeps, id: string): Promise<string | null> {
  const found = rest.from('bookings').select('user_id').eq('id', id);
  return (await found.single().throwOnError()).data.user_id;
}

async function cancel(
  deps: FunctionDeps,
  booking: StoredBooking,
  owner: { id: string; isProven: boolean } | null,
): Promise<number> {
  const { outcome, refunds } = await releaseBooking(deps.rest, {
    bookingId: booking.id,
    refundCents: policyRefundCents(booking, deps.now()),
    expectedPaidCents: keptCents(booking),
    reason: owner ? 'cancelled_by_business' : 'cancelled_by_customer',
    owner,
  });
  if (outcome === 'already_cancelled') return 0;
  await sendRefunds(deps, refunds);
  deps.wakeWorkers();
  return refunds.reduce((sum, refund) => sum + refund.amount_cents, 0);
}

function requireHolder(booking: StoredBooking, email = ''): void {
  const named = email.trim().toLowerCase();
  // What stands for erased data can be guessed.
  const isNamed = booking.customer_email === named && !named.endsWith('@account.invalid');
  if (!booking.opens_by_id && !isNamed) throw new CodedError('booking_not_found');
}

function requireUpcoming(booking: StoredBooking, now: Date): void {
  const appointment = {
    startsAt: startsAt(booking.booking_date, booking.booking_time),
    isDone: (booking.done_at ?? booking.no_show_at) !== null,
    isRainDay: booking.is_rained_out,
  };
  if (hasBegun(appointment, now.getTime())) throw new CodedError('booking_past');
}

const cancelled = (refundAmount: number) =>
  answer(cancellation, { refundAmount, bookingStatus: 'cancelled' });
