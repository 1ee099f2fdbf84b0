import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from './local-day.ts';
import { formatDate, formatDay, formatDuration, formatMonth, formatTime } from './time-format.ts';
import { formatArrival, formatStart } from './start-format.ts';

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

test.each([
  ['09:00', 0, '9:00 AM', 'at 9:00 AM'],
  ['09:00', 30, '9:00–9:30 AM', 'between 9:00 and 9:30 AM'],
  ['11:45', 30, '11:45 AM–12:15 PM', 'between 11:45 AM and 12:15 PM'],
  ['23:45:00', 30, '11:45 PM–12:15 AM', 'between 11:45 PM and 12:15 AM'],
  ['nine', 30, 'nine', 'at nine'],
])('a start at %s is told with a window of %i minutes', (time, minutes, alone, inSentence) => {
  expect(formatArrival(time, minutes)).toBe(alone);
  expect(formatArrival(time, minutes, 'in a sentence')).toBe(inSentence);
  expect(formatStart({ date: '2026-12-01', time }, minutes)).toBe(
    `Tuesday, December 1, 2026 ${inSentence}`,
  );
});
