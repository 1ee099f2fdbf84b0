import { formatCents } from '@domain/money/money.ts';
import { isCancellationFree } from '@domain/money/refund.ts';
import { startsAt } from '@domain/time/schedule.ts';
import type { OwnBooking } from './api/get-booking.ts';

/** What a move does to the deposit, when it can no longer be had back; null when nothing changes. */
export function depositNote(booking: OwnBooking, now: number): string | null {
  if (booking.status === 'pending_payment' || booking.payment_option === 'pay_later') return null;
  const freeCancellationHours = booking.free_cancellation_hours;
  const deposit = `${formatCents(booking.deposit_cents)} deposit`;
  if (booking.deposit_kept_since !== null && booking.is_rained_out) {
    return `You moved this booking late before. With its new time, the ${deposit} is again not refundable.`;
  }
  if (booking.deposit_kept_since !== null) {
    return `You moved this booking late before, so its ${deposit} is no longer refundable.`;
  }
  // A move away from the rain is the business's wish, so it costs nothing however late it is.
  if (booking.is_rained_out) return null;
  const start = startsAt(booking.booking_date, booking.booking_time);
  if (isCancellationFree({ startsAt: start, now, freeCancellationHours })) return null;
  return `Your appointment is less than ${freeCancellationHours} hours away, so its ${deposit} is no longer refundable, even if you move it.`;
}
