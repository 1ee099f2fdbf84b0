import { addDays } from './local-day.ts';
import { weekdayOf } from './opening-rules.ts';
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
    { date: addDays(easter, -2), name: 'Good Friday' },
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
  const year = Number(from.slice(0, 4));
  const until = `${year + 1}${from.slice(4)}`;
  return [...ontarioHolidays(year), ...ontarioHolidays(year + 1)].filter(
    ({ date }) => date >= from && date < until,
  );
}

const dateOf = (year: number, month: number, day: number): LocalDate =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

function nthMonday(year: number, month: number, nth: number): LocalDate {
  const first = dateOf(year, month, 1);
  return addDays(first, ((monday + 7 - weekdayOf(first)) % 7) + (nth - 1) * 7);
}

function lastMondayBefore(year: number, month: number, day: number): LocalDate {
  const last = dateOf(year, month, day - 1);
  return addDays(last, -((weekdayOf(last) - monday) % 7));
}

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): LocalDate {
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
  return dateOf(year, Math.floor(days / 31), (days % 31) + 1);
}
