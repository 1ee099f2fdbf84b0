import { epochMs } from './moment.ts';
import type { Moment } from './moment.ts';
import type { PaymentOption } from './pricing.ts';
import type { LocalDate } from './wall-time.ts';

export const bookingStatuses = [
  'pending_payment',
  'deposit_paid',
  'confirmed',
  'paid',
  'cancelled',
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export type DisplayLabel = 'Cancelled' | 'Completed' | 'Upcoming';

type Standing = { status: BookingStatus; bookingDate: LocalDate; isDone: boolean };

/** `today` is the local day of the business; a booking of today is upcoming until it is done, or the day is over. */
export function displayLabel(
  { status, bookingDate, isDone }: Standing,
  today: LocalDate,
): DisplayLabel {
  if (status === 'cancelled') return 'Cancelled';
  return isDone || bookingDate < today ? 'Completed' : 'Upcoming';
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
 * also before its time.
 */
export function hasBegun(appointment: { startsAt: Moment; isDone: boolean }, now: Moment): boolean {
  return appointment.isDone || epochMs(appointment.startsAt) <= epochMs(now);
}

/** `paid` is never reached by paying online: the owner sets it when the rest is collected. */
export function statusAfterPayment(option: PaymentOption): 'deposit_paid' | 'confirmed' {
  return option === 'pay_deposit' ? 'deposit_paid' : 'confirmed';
}
