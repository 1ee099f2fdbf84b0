import { formatCents } from '@domain/money/money.ts';
import { hoursOf } from '@domain/money/policy.ts';
import { isCancellationFree } from '@domain/money/refund.ts';
import { startsAt } from '@domain/time/schedule.ts';
import type { OwnBooking } from './api/get-booking.ts';
import type { Start } from './api/move-booking.ts';

/**
 * What a move does to the deposit, when it is not refundable afterwards: because the appointment or its new time is
 * near, or because of an earlier move. Null when the customer loses nothing.
 */
export function depositNote(
  booking: OwnBooking,
  { chosen, now }: { chosen: Start | null; now: number },
): string | null {
  if (booking.status === 'pending_payment' || booking.payment_option === 'pay_later') return null;
  const freeCancellationHours = booking.free_cancellation_hours;
  const hours = hoursOf({ freeCancellationHours });
  const deposit = `${formatCents(booking.deposit_cents)} deposit`;
  const isFree = (start: Start, freeUntil?: string | null) =>
    isCancellationFree({
      startsAt: startsAt(start.date, start.time),
      now,
      freeCancellationHours,
      freeUntil,
    });
  if (booking.deposit_kept_since !== null && booking.is_rained_out) {
    return `You moved this booking late before. With its new time, the ${deposit} is again not refundable.`;
  }
  if (booking.deposit_kept_since !== null) {
    return `You moved this booking late before, so its ${deposit} is no longer refundable.`;
  }
  // A move away from the rain is the business's wish, so it costs nothing however late it is.
  const isLate =
    !booking.is_rained_out &&
    !isFree(
      { date: booking.booking_date, time: booking.booking_time },
      booking.cancellation_free_until,
    );
  if (isLate) {
    return `Your appointment is less than ${hours} away, so its ${deposit} is no longer refundable, even if you move it.`;
  }
  if (chosen && !isFree(chosen)) {
    return `The new time is less than ${hours} away. If you cancel after this move, we keep the ${deposit}.`;
  }
  return null;
}
