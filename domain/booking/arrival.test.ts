import { expect, test } from 'vitest';
import { arrivalInWords } from './arrival.ts';

const booking = { booking_date: '2026-12-08', booking_time: '09:00' };
/** 8:50 AM in the business's time zone. */
const leftAt = '2026-12-08T13:50:00Z';
const told = (arrivesAt: string | null, windowMinutes = 0, left = leftAt) =>
  arrivalInWords({ booking, leftAt: left, arrivesAt, windowMinutes });

test('an estimate is rounded up to five minutes', () => {
  expect(told('2026-12-08T14:06:00Z')).toBe('around 9:10 AM');
});

test('an estimate says when it is later than the customer was told', () => {
  expect(told('2026-12-08T14:09:59Z')).toBe('around 9:10 AM');
  expect(told('2026-12-08T14:10:00Z')).toBe('around 9:10 AM, later than planned');
  expect(told('2026-12-08T14:39:00Z', 30)).toBe('around 9:40 AM');
  expect(told('2026-12-08T14:40:00Z', 30)).toBe('around 9:40 AM, later than planned');
});

test('without an estimate it is the booked time, and soon once that has passed', () => {
  expect(told(null)).toBe('at 9:00 AM');
  expect(told(null, 30)).toBe('between 9:00 and 9:30 AM');
  expect(told(null, 0, '2026-12-08T14:30:00Z')).toBe('soon');
});
