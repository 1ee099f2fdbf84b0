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
  /** The visit was cancelled because of rain and has no new time yet. */
  isRainDay: boolean;
};

type Standing = Visit & { status: BookingStatus; bookingDate: LocalDate };

/**
 * `today` is the local day of the business. A booking is upcoming until it is done or its day has passed; a visit
 * cancelled because of rain stays upcoming.
 */
export function displayLabel(
  { status, bookingDate, isDone, isRainDay }: Standing,
  today: LocalDate,
): DisplayLabel {
  if (status === 'cancelled') return 'Cancelled';
  if (isDone) return 'Completed';
  return bookingDate < today && !isRainDay ? 'Completed' : 'Upcoming';
}

/** Whether the booking is listed under Upcoming; otherwise under Past & Cancelled. */
export function isUpcoming(booking: Standing, today: LocalDate): boolean {
  return displayLabel(booking, today) === 'Upcoming';
}

/** Whether the customer may reschedule or cancel the booking. */
export function canChange(booking: Standing, today: LocalDate): boolean {
  return isUpcoming(booking, today);
}

/**
 * Whether an appointment has begun at `now`; the customer can then neither move nor cancel it. A visit marked as done
 * has begun, even before its start; one cancelled because of rain has not, even after its start.
 */
export function hasBegun(appointment: Visit & { startsAt: Moment }, now: Moment): boolean {
  if (appointment.isDone) return true;
  return !appointment.isRainDay && epochMs(appointment.startsAt) <= epochMs(now);
}

/** An online payment never leads to `paid`: the owner sets it when the rest is collected. */
export function statusAfterPayment(option: PaymentOption): 'deposit_paid' | 'confirmed' {
  return option === 'pay_deposit' ? 'deposit_paid' : 'confirmed';
}
