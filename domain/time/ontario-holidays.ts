import { Temporal } from 'temporal-polyfill';
import type { LocalDate } from './wall-time.ts';

export type Holiday = { date: LocalDate; name: string };

const monday = 1;

/**
 * The holidays of Ontario, in order: the nine public holidays of the Employment Standards Act, and the Civic Holiday,
 * which is optional by law and widely kept. A holiday on a weekend is not moved to another day.
 */
export function ontarioHolidays(year: number): Holiday[] {
  const easter = easterSunday(year);
  return [
    { date: dateOf(year, 1, 1), name: 'New Year’s Day' },
    { date: nthMonday(year, 2, 3), name: 'Family Day' },
    { date: easter.subtract({ days: 2 }).toString(), name: 'Good Friday' },
    { date: lastMondayBefore(year, 5, 25), name: 'Victoria Day' },
    { date: dateOf(year, 7, 1), name: 'Canada Day' },
    { date: nthMonday(year, 8, 1), name: 'Civic Holiday' },
    { date: nthMonday(year, 9, 1), name: 'Labour Day' },
    { date: nthMonday(year, 10, 2), name: 'Thanksgiving' },
    { date: dateOf(year, 12, 25), name: 'Christmas Day' },
    { date: dateOf(year, 12, 26), name: 'Boxing Day' },
  ];
}

/** The holidays of the year from that day on, in order. */
export function comingHolidays(from: LocalDate): Holiday[] {
  const first = Temporal.PlainDate.from(from);
  const until = first.add({ years: 1 }).toString();
  return [...ontarioHolidays(first.year), ...ontarioHolidays(first.year + 1)].filter(
    ({ date }) => date >= from && date < until,
  );
}

const dateOf = (year: number, month: number, day: number): LocalDate =>
  Temporal.PlainDate.from({ year, month, day }).toString();

function nthMonday(year: number, month: number, nth: number): LocalDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  const days = ((monday + 7 - first.dayOfWeek) % 7) + (nth - 1) * 7;
  return first.add({ days }).toString();
}

function lastMondayBefore(year: number, month: number, day: number): LocalDate {
  const last = Temporal.PlainDate.from({ year, month, day }).subtract({ days: 1 });
  return last.subtract({ days: (last.dayOfWeek - monday) % 7 }).toString();
}

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): Temporal.PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const skippedLeapDays = century - Math.floor(century / 4);
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + skippedLeapDays - moonShift + 15) % 30;
  const yearInCentury = year % 100;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearInCentury / 4) - epact - (yearInCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * correction + 114;
  return Temporal.PlainDate.from({
    year,
    month: Math.floor(days / 31),
    day: (days % 31) + 1,
  });
}
