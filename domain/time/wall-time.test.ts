import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutesOfDay, timeAtMinute, timesBetween } from './wall-time.ts';

test.each([
  ['00:00', 0],
  ['09:30', 570],
  ['09:30:00', 570],
  ['23:59', 1439],
])('%s is minute %i of the day', (time, minutes) => {
  expect(minutesOfDay(time)).toBe(minutes);
});

test.each(['', '24:00', '9:00', '09:60', '09:00Z', 'noon'])('"%s" is not a time of day', (time) => {
  expect(minutesOfDay(time)).toBeNull();
});

test('every minute of the day parses back to itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
      expect(minutesOfDay(timeAtMinute(minute))).toBe(minute);
    }),
  );
});

test('times between two times include both ends', () => {
  expect(timesBetween('08:30', '10:00', 30)).toEqual(['08:30', '09:00', '09:30', '10:00']);
  expect(timesBetween('10:00', '08:30', 30)).toEqual([]);
});
