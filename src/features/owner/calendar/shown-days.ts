import { formatDate } from '@domain/time/time-format.ts';
import { addDays, monthOf } from '@domain/time/schedule.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { formatDay, formatMonth, nextMonth } from '@/lib/days.ts';
import type { CalendarView } from './address-state.ts';

/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (day: LocalDate): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const mondayOf = (day: LocalDate): LocalDate => addDays(day, 1 - weekdayOf(day));

/** The days a view shows, whole weeks from Monday on. */
export function shownDays(
  view: CalendarView,
  day: LocalDate,
): { from: LocalDate; until: LocalDate } {
  if (view === 'day') return { from: day, until: day };
  if (view === 'week') return { from: mondayOf(day), until: addDays(mondayOf(day), 6) };
  const { from, to } = monthOf(day);
  return { from: mondayOf(from), until: addDays(mondayOf(to), 6) };
}

/** The day that stands for the next view, or the one before. */
export function turned(view: CalendarView, day: LocalDate, direction: 1 | -1): LocalDate {
  if (view === 'day') return addDays(day, direction);
  if (view === 'week') return addDays(day, 7 * direction);
  return direction === 1 ? nextMonth(day) : monthOf(addDays(monthOf(day).from, -1)).from;
}

/** "Tuesday, December 1, 2026", "November 30 to December 6, 2026" or "December 2026" */
export function titleOf(view: CalendarView, day: LocalDate): string {
  if (view === 'day') return formatDate(day);
  if (view === 'month') return formatMonth(day);
  const { from, until } = shownDays('week', day);
  return `${withoutWeekday(from)} to ${withoutWeekday(until)}, ${until.slice(0, 4)}`;
}

const withoutWeekday = (day: LocalDate): string => formatDay(day).replace(/^\w+, /, '');
