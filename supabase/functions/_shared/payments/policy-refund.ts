import type { StoredBooking } from '../../../contracts/booking.ts';
import { refundOnCancel } from '../../../../domain/money/refund.ts';
import { startsAt } from '../../../../domain/time/schedule.ts';

/** Cents that cancelling a booking now refunds by its stored policy. */
export const policyRefundCents = (booking: StoredBooking, now: Date): number =>
  refundOnCancel({
    paidCents: booking.paid_cents,
    refundedCents: booking.refunded_cents,
    disputedCents: booking.disputed_cents,
    depositCents: booking.deposit_cents,
    startsAt: startsAt(booking.booking_date, booking.booking_time),
    now: now.getTime(),
    freeCancellationHours: booking.free_cancellation_hours,
    freeUntil: booking.cancellation_free_until,
    isDepositKept: booking.deposit_kept_since !== null,
    isRainDay: booking.is_rained_out,
    givenTipCents: booking.given_tip_cents,
  });
