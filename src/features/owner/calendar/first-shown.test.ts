import { expect, test } from 'vitest';
import { firstShown } from './first-shown.ts';
import { booked, range } from './testing/range.ts';

test('a calendar with today opens at the current time, within its hours', () => {
  expect(firstShown(range(), '2026-12-01T16:05:00')).toBe('16:05');
  expect(firstShown(range(), '2026-12-01T23:05:00')).toBe('09:00');
});

test('a calendar of other days opens at the first visit, and an empty one at its beginning', () => {
  const bookings = [booked({ booking_time: '15:00:00' }), booked({ booking_time: '11:30:00' })];
  expect(firstShown(range({ bookings }), '2026-11-30T16:05:00')).toBe('11:30');
  expect(firstShown(range({ bookings: [] }), '2026-11-30T16:05:00')).toBeNull();
});
