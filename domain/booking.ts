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

type Standing = { status: BookingStatus; bookingDate: LocalDate };

/** `today` is the local day of the business; a booking of today is upcoming until the day is over. */
export function displayLabel({ status, bookingDate }: Standing, today: LocalDate): DisplayLabel {
  if (status === 'cancelled') return 'Cancelled';
  return bookingDate < today ? 'Completed' : 'Upcoming';
}

/** Which of the two lists it belongs to: Upcoming, or Past & Cancelled. */
export function isUpcoming(booking: Standing, today: LocalDate): boolean {
  return displayLabel(booking, today) === 'Upcoming';
}

/** Whether it may be rescheduled or cancelled. */
export function canChange(booking: Standing, today: LocalDate): boolean {
  return isUpcoming(booking, today);
}

/** `paid` is never reached by paying online: the owner sets it when the rest is collected. */
export function statusAfterPayment(option: PaymentOption): 'deposit_paid' | 'confirmed' {
  return option === 'pay_deposit' ? 'deposit_paid' : 'confirmed';
}
