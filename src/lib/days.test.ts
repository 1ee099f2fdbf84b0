import { expect, test } from 'vitest';
import {
  firstOfMonth,
  formatDay,
  formatMonth,
  fromCalendarDate,
  nextMonth,
  toCalendarDate,
} from './days.ts';

test('days and months are written in words', () => {
  expect(formatDay('2026-12-01')).toBe('Tuesday, December 1');
  expect(formatMonth('2026-12-01')).toBe('December 2026');
});

test('a month is named by its first day, and its successor crosses the year', () => {
  expect(firstOfMonth('2026-12-15')).toBe('2026-12-01');
  expect(nextMonth('2026-12-15')).toBe('2027-01-01');
  expect(nextMonth('2026-01-31')).toBe('2026-02-01');
});

test.each(['2026-01-01', '2026-03-08', '2026-11-01', '2028-02-29'])(
  '%s survives a round trip through the calendar widget',
  (date) => {
    expect(fromCalendarDate(toCalendarDate(date))).toBe(date);
  },
);
