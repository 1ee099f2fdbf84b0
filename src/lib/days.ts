import { formatTime } from '@domain/time/time-format.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';

const withoutYear = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const monthAndYear = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "2026-12-01" -> "Tuesday, December 1" */
export function formatDay(date: LocalDate): string {
  return withoutYear.format(new Date(`${date}T00:00:00Z`));
}

/** "2026-12-01" -> "Tue, Dec 1" */
export const formatShortDay = (date: LocalDate): string =>
  formatDay(date).replace(/^(\w{3})\w*, (\w{3})\w*/, '$1, $2');

/** "Tuesday, December 1 at 9:00 AM" */
export const formatDayAndTime = ({ date, time }: { date: LocalDate; time: LocalTime }): string =>
  `${formatDay(date)} at ${formatTime(time)}`;

/** "2026-12-01" -> "December 2026" */
export function formatMonth(date: LocalDate): string {
  return monthAndYear.format(new Date(`${date}T00:00:00Z`));
}

/** "2026-12-15" -> "2026-12-01": what a month is known by. */
export function firstOfMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 7)}-01`;
}

/** "2026-12-01" -> "2027-01-01" */
export function nextMonth(month: LocalDate): LocalDate {
  const first = new Date(`${firstOfMonth(month)}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return first.toISOString().slice(0, 10);
}

/** The calendar widget reads dates in the browser's zone; noon is the same day under every clock change. */
export function toCalendarDate(date: LocalDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

export function fromCalendarDate(date: Date): LocalDate {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${day}`;
}
