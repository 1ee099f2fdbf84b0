import { expect, test } from 'vitest';
import {
  bookingStatuses,
  canChange,
  displayLabel,
  hasBegun,
  isUpcoming,
  statusAfterPayment,
  type BookingStatus,
} from './booking.ts';

const today = '2026-12-01';
const plain = { isDone: false, isRainDay: false };
const labelOf = (status: BookingStatus, bookingDate: string, visit: Partial<typeof plain> = {}) =>
  displayLabel({ status, bookingDate, ...plain, ...visit }, today);
const standing = bookingStatuses.filter((status) => status !== 'cancelled');

test.each(['2026-11-30', '2026-12-01', '2026-12-02'])(
  'a cancelled booking of %s is shown as Cancelled [S4.18]',
  (bookingDate) => {
    expect(labelOf('cancelled', bookingDate)).toBe('Cancelled');
  },
);

test.each(standing)(
  'a booking with status %s is upcoming until its day has passed [S4.19]',
  (status) => {
    expect(labelOf(status, '2026-11-30')).toBe('Completed');
    expect(labelOf(status, '2026-12-01')).toBe('Upcoming');
    expect(labelOf(status, '2027-01-01')).toBe('Upcoming');
  },
);

test('a visit marked as done is completed, even before its day has passed, and can no longer be changed', () => {
  expect(labelOf('confirmed', '2026-12-01', { isDone: true })).toBe('Completed');
  expect(labelOf('cancelled', '2026-12-01', { isDone: true })).toBe('Cancelled');
  expect(canChange({ ...plain, status: 'paid', bookingDate: today, isDone: true }, today)).toBe(
    false,
  );
});

test('an appointment has begun from its start on, or once it is done', () => {
  const startsAt = '2026-12-01T14:00:00Z';
  const begun = (now: string, visit: Partial<typeof plain> = {}) =>
    hasBegun({ startsAt, ...plain, ...visit }, now);
  expect(begun('2026-12-01T13:59:59Z')).toBe(false);
  expect(begun('2026-12-01T14:00:00Z')).toBe(true);
  expect(begun('2026-12-01T09:00:00Z', { isDone: true })).toBe(true);
});

test('a visit cancelled because of rain stays upcoming until it is done anyway', () => {
  expect(labelOf('confirmed', '2026-11-30', { isRainDay: true })).toBe('Upcoming');
  expect(labelOf('cancelled', '2026-11-30', { isRainDay: true })).toBe('Cancelled');
  expect(labelOf('paid', '2026-11-30', { isRainDay: true, isDone: true })).toBe('Completed');
  const startsAt = '2026-12-01T14:00:00Z';
  const begun = (isDone: boolean) =>
    hasBegun({ startsAt, isDone, isRainDay: true }, '2026-12-03T14:00:00Z');
  expect([begun(false), begun(true)]).toEqual([false, true]);
});

test('only an upcoming booking that is not cancelled can be changed', () => {
  const changeable = [
    { ...plain, status: 'confirmed', bookingDate: today },
    { ...plain, status: 'confirmed', bookingDate: '2026-11-30' },
    { ...plain, status: 'cancelled', bookingDate: '2026-12-24' },
  ] as const;
  expect(changeable.map((booking) => canChange(booking, today))).toEqual([true, false, false]);
  expect(changeable.map((booking) => isUpcoming(booking, today))).toEqual([true, false, false]);
});

test('a deposit and a full payment lead to different statuses, neither of them paid', () => {
  expect(statusAfterPayment('pay_deposit')).toBe('deposit_paid');
  expect(statusAfterPayment('pay_full_online')).toBe('confirmed');
});
