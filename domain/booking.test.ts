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
const standing = bookingStatuses.filter((status) => status !== 'cancelled');

test.each(['2026-11-30', '2026-12-01', '2026-12-02'])(
  'a cancelled booking of %s is shown as Cancelled',
  (bookingDate) => {
    expect(displayLabel({ status: 'cancelled', bookingDate, isDone: false }, today)).toBe('Cancelled');
  },
);

const labelOf = (status: BookingStatus, bookingDate: string, isDone = false) =>
  displayLabel({ status, bookingDate, isDone }, today);

test.each(standing)('a booking that is %s is upcoming until its day is over', (status) => {
  expect(labelOf(status, '2026-11-30')).toBe('Completed');
  expect(labelOf(status, '2026-12-01')).toBe('Upcoming');
  expect(labelOf(status, '2027-01-01')).toBe('Upcoming');
});

test('a visit that is done is completed, also before its day is over, and can no longer be changed', () => {
  expect(labelOf('confirmed', '2026-12-01', true)).toBe('Completed');
  expect(labelOf('cancelled', '2026-12-01', true)).toBe('Cancelled');
  expect(canChange({ status: 'paid', bookingDate: today, isDone: true }, today)).toBe(false);
});

test('an appointment has begun at its start, and when it is done', () => {
  const startsAt = '2026-12-01T14:00:00Z';
  const begun = (now: string, isDone = false) => hasBegun({ startsAt, isDone }, now);
  expect(begun('2026-12-01T13:59:59Z')).toBe(false);
  expect(begun('2026-12-01T14:00:00Z')).toBe(true);
  expect(begun('2026-12-01T09:00:00Z', true)).toBe(true);
});

test('only an upcoming booking that stands can be changed', () => {
  const changeable = [
    { status: 'confirmed', bookingDate: today, isDone: false },
    { status: 'confirmed', bookingDate: '2026-11-30', isDone: false },
    { status: 'cancelled', bookingDate: '2026-12-24', isDone: false },
  ] as const;
  expect(changeable.map((booking) => canChange(booking, today))).toEqual([true, false, false]);
  expect(changeable.map((booking) => isUpcoming(booking, today))).toEqual([true, false, false]);
});

test('a deposit and a full payment lead to different statuses, and neither to paid', () => {
  expect(statusAfterPayment('pay_deposit')).toBe('deposit_paid');
  expect(statusAfterPayment('pay_full_online')).toBe('confirmed');
});
