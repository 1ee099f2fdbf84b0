import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from './local-day.ts';
import { formatDate, formatDay, formatDuration, formatMonth, formatTime } from './time-format.ts';

test.each([
  ['00:05', '12:05 AM'],
  ['09:00', '9:00 AM'],
  ['12:00', '12:00 PM'],
  ['15:00:00', '3:00 PM'],
  ['soon', 'soon'],
])('%s reads %s', (time, text) => {
  expect(formatTime(time)).toBe(text);
});

test.each([
  ['2026-12-01', 'Tuesday, December 1, 2026'],
  ['2026-03-08', 'Sunday, March 8, 2026'],
  ['2028-02-29', 'Tuesday, February 29, 2028'],
  ['someday', 'someday'],
])('%s reads %s in any time zone of the machine', (date, text) => {
  expect(formatDate(date)).toBe(text);
});

test('days and months are written as Intl writes them', () => {
  const written = (date: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(new Date(date));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36_000 }), (days) => {
      const date = addDays('1990-01-01', days);
      expect(formatDate(date)).toBe(written(date, { dateStyle: 'full' }));
      const day = { weekday: 'long', month: 'long', day: 'numeric' } as const;
      expect(formatDay(date)).toBe(written(date, day));
      expect(formatMonth(date)).toBe(written(date, { month: 'long', year: 'numeric' }));
    }),
  );
});

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [60, '1 hour'],
  [90, '1 hour 30 minutes'],
  [240, '4 hours'],
])('%i minutes read %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});
