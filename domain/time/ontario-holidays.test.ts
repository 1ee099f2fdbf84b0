import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { comingHolidays, ontarioHolidays } from './ontario-holidays.ts';

const dates = (year: number) =>
  Object.fromEntries(ontarioHolidays(year).map(({ date, name }) => [name, date]));

describe('The holidays of Ontario', () => {
  test('of 2026 are those listed by the province', () => {
    expect(ontarioHolidays(2026)).toEqual([
      { date: '2026-01-01', name: 'New Year’s Day' },
      { date: '2026-02-16', name: 'Family Day' },
      { date: '2026-04-03', name: 'Good Friday' },
      { date: '2026-05-18', name: 'Victoria Day' },
      { date: '2026-07-01', name: 'Canada Day' },
      { date: '2026-08-03', name: 'Civic Holiday' },
      { date: '2026-09-07', name: 'Labour Day' },
      { date: '2026-10-12', name: 'Thanksgiving' },
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-26', name: 'Boxing Day' },
    ]);
  });

  test.each([
    [2024, '2024-03-29'],
    [2025, '2025-04-18'],
    [2027, '2027-03-26'],
    [2028, '2028-04-14'],
    [2030, '2030-04-19'],
    [2035, '2035-03-23'],
    [2038, '2038-04-23'],
  ])('Good Friday of %i is %s', (year, date) => {
    expect(dates(year)['Good Friday']).toBe(date);
  });

  test.each([
    [2024, '2024-05-20'],
    [2027, '2027-05-24'],
    [2030, '2030-05-20'],
  ])('Victoria Day of %i, the Monday before May 25, is %s', (year, date) => {
    expect(dates(year)['Victoria Day']).toBe(date);
  });

  test('are in order; movable ones are Mondays, except Good Friday', () => {
    for (let year = 2024; year < 2100; year += 1) {
      const holidays = ontarioHolidays(year);
      const all = holidays.map(({ date }) => date);
      expect(all).toEqual([...all].sort());
      const weekday = (name: string) => Temporal.PlainDate.from(dates(year)[name] ?? '').dayOfWeek;
      for (const name of [
        'Family Day',
        'Victoria Day',
        'Civic Holiday',
        'Labour Day',
        'Thanksgiving',
      ]) {
        expect(weekday(name), `${name} ${year}`).toBe(1);
      }
      expect(weekday('Good Friday'), `Good Friday ${year}`).toBe(5);
    }
  });
});

describe('The coming holidays', () => {
  test('cover a year from a day on, including that day', () => {
    const coming = comingHolidays('2026-11-21');
    expect(coming).toHaveLength(10);
    expect(coming[0]).toEqual({ date: '2026-12-25', name: 'Christmas Day' });
    expect(coming.at(-1)).toEqual({ date: '2027-10-11', name: 'Thanksgiving' });
    expect(comingHolidays('2026-12-26')[0]?.name).toBe('Boxing Day');
  });
});
