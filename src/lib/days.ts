import { formatDay } from '@domain/time/time-format.ts';
import { formatArrival } from '@domain/time/start-format.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';

export { formatDay, formatMonth } from '@domain/time/time-format.ts';

/** "2026-12-01" -> "Tue, Dec 1" */
export const formatShortDay = (date: LocalDate): string =>
  formatDay(date).replace(/^(\w{3})\w*, (\w{3})\w*/, '$1, $2');

/** "Tuesday, December 1 at 9:00 AM" */
export const formatDayAndTime = (
  { date, time }: { date: LocalDate; time: LocalTime },
  windowMinutes = 0,
): string => `${formatDay(date)} ${formatArrival(time, windowMinutes, 'in a sentence')}`;

/** "2026-12-15" -> "2026-12-01": what a month is known by. */
export function firstOfMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 7)}-01`;
}

/** "2026-12-15" and 1 -> "2027-01-01" */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const first = new Date(`${firstOfMonth(date)}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
}

/** "2026-12-01" -> "2027-01-01" */
export const nextMonth = (month: LocalDate): LocalDate => addMonths(month, 1);
