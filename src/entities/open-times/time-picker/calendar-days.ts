import { addDays, monthOf, type LocalDate } from '@domain/time/schedule.ts';
import { weekdayOf } from '@domain/time/opening-rules.ts';
import { addMonths } from '@/lib/days.ts';

/** The weeks of a month from Sunday to Saturday; null for a day of another month. */
export function weeksOf(month: LocalDate): (LocalDate | null)[][] {
  const { from, to } = monthOf(month);
  const weeks: (LocalDate | null)[][] = [];
  for (let sunday = sundayBefore(from); sunday <= to; sunday = addDays(sunday, 7)) {
    weeks.push(
      [0, 1, 2, 3, 4, 5, 6]
        .map((days) => addDays(sunday, days))
        .map((day) => (from <= day && day <= to ? day : null)),
    );
  }
  return weeks;
}

/** "2026-01-31" and 1 -> "2026-02-28" */
function sameDayOf(date: LocalDate, months: number): LocalDate {
  const { to } = monthOf(addMonths(date, months));
  return `${to.slice(0, 8)}${date.slice(8) < to.slice(8) ? date.slice(8) : to.slice(8)}`;
}

const sundayBefore = (date: LocalDate): LocalDate => addDays(date, -(weekdayOf(date) % 7));

const steps: Record<string, (from: LocalDate, isWide: boolean) => LocalDate> = {
  ArrowLeft: (from, isWide) => (isWide ? sameDayOf(from, -1) : addDays(from, -1)),
  ArrowRight: (from, isWide) => (isWide ? sameDayOf(from, 1) : addDays(from, 1)),
  ArrowUp: (from, isWide) => (isWide ? sameDayOf(from, -12) : addDays(from, -7)),
  ArrowDown: (from, isWide) => (isWide ? sameDayOf(from, 12) : addDays(from, 7)),
  PageUp: (from, isWide) => sameDayOf(from, isWide ? -12 : -1),
  PageDown: (from, isWide) => sameDayOf(from, isWide ? 12 : 1),
  Home: sundayBefore,
  End: (from) => addDays(sundayBefore(from), 6),
};

/** Whether a key moves in the calendar. */
export const movesInCalendar = (key: string): boolean => Object.hasOwn(steps, key);

type Days = {
  /** The first and the last day of the calendar. */
  from: LocalDate;
  to: LocalDate;
  isOpen: (date: LocalDate) => boolean;
};

/** The open day that a key leads to, with Shift in wider steps. Closed days are passed over; null if none is left. */
export function dayAt(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  start: LocalDate,
  { from, to, isOpen }: Days,
): LocalDate | null {
  const step = steps[key];
  if (!step) return null;
  for (let day = start; ;) {
    const reached = step(day, shiftKey);
    const next = reached < from ? from : reached > to ? to : reached;
    if (next === day) return null;
    if (isOpen(next)) return next;
    day = next;
  }
}
