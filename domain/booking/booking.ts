import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';
import type { PaymentOption } from '../money/pricing.ts';
import type { LocalDate } from '../time/wall-time.ts';

export const bookingStatuses = [
  'pending_payment',
  'deposit_paid',
  'confirmed',
  'paid',
  'cancelled',
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export type DisplayLabel = 'Cancelled' | 'Completed' | 'Upcoming';

type Visit = {
  isDone: boolean;
  /** It was called off for rain, and has no other time yet. */
  isRainDay: boolean;
};

type Standing = Visit & { status: BookingStatus; bookingDate: LocalDate };

/**
 * `today` is the local day of the business; a booking of today is upcoming until it is done, or the day is over. One
 * that is rained out is still to come.
 */
export function displayLabel(
  { status, bookingDate, isDone, isRainDay }: Standing,
  today: LocalDate,
): DisplayLabel {
  if (status === 'cancelled') return 'Cancelled';
  if (isDone) return 'Completed';
  return bookingDate < today && !isRainDay ? 'Completed' : 'Upcoming';
}

/** Which of the two lists it belongs to: Upcoming, or Past & Cancelled. */
export function isUpcoming(booking: Standing, today: LocalDate): boolean {
  return displayLabel(booking, today) === 'Upcoming';
}

/** Whether it may be rescheduled or cancelled. */
export function canChange(booking: Standing, today: LocalDate): boolean {
  return isUpcoming(booking, today);
}

/**
 * Whether an appointment has begun at `now`: then its customer can neither move nor cancel it. One that is done has,
 * also before its time; one that was called off has not, also after it.
 */
export function hasBegun(appointment: Visit & { startsAt: Moment }, now: Moment): boolean {
  if (appointment.isDone) return true;
  return !appointment.isRainDay && epochMs(appointment.startsAt) <= epochMs(now);
}

/** `paid` is never reached by paying online: the owner sets it when the rest is collected. */
export function statusAfterPayment(option: PaymentOption): 'deposit_paid' | 'confirmed' {
  return option === 'pay_deposit' ? 'deposit_paid' : 'confirmed';
}
