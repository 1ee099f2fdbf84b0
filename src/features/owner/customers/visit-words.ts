import { visitOutcome } from '@/entities/visit/visit-outcome.ts';
import type { CustomerBooking } from '@contracts/customers.ts';

/** 1 -> "1 visit", 2 -> "2 visits" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const shortDate = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: 'UTC' });

/** "2026-12-08" -> "Dec 8, 2026" */
export const shortDay = (date: string): string => shortDate.format(new Date(`${date}T00:00:00Z`));

/** What became of a booking, in a word. `today` is a local date. */
export function outcomeOf(booking: CustomerBooking, today: string): string {
  if (booking.status === 'cancelled') return 'Cancelled';
  return booking.status === 'pending_payment' ? 'Not paid yet' : visitOutcome(booking, today);
}
