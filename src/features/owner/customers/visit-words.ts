import { business } from '@domain/business.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import type { Appointment, CustomerBooking } from './api/customer.ts';

/** "Tuesday, December 8, 2026 at 9:00 AM" */
export const appointmentText = ({ booking_date: date, booking_time: time }: Appointment): string =>
  `${formatDate(date)} at ${formatTime(time)}`;

/** 1 -> "1 visit", 2 -> "2 visits" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const shortDate = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: 'UTC' });

/** "2026-12-08" -> "Dec 8, 2026" */
export const shortDay = (date: string): string => shortDate.format(new Date(`${date}T00:00:00Z`));

const localDay = new Intl.DateTimeFormat('en-CA', {
  dateStyle: 'medium',
  timeZone: business.timeZone,
});

/** The local day of an instant. */
export const dayOfInstant = (instant: string): string => localDay.format(new Date(instant));

/** What became of a booking, in a word. `today` is a local date. */
export function outcomeOf(booking: CustomerBooking, today: string): string {
  if (booking.status === 'cancelled') return 'Cancelled';
  if (booking.status === 'pending_payment') return 'Not paid';
  if (booking.no_show_at !== null) return 'No-show';
  if (booking.done_at !== null) return 'Done';
  return booking.booking_date < today ? 'Completed' : 'Upcoming';
}

/** "+19055550101" -> "(905) 555-0101"; a number of another country stays as it is. */
export const readablePhone = (phone: string): string =>
  phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
