import { expect, test } from 'vitest';
import {
  bookingStatuses,
  canChange,
  displayLabel,
  isUpcoming,
  statusAfterPayment,
} from './booking.ts';

const today = '2026-12-01';
const standing = bookingStatuses.filter((status) => status !== 'cancelled');

test.each(['2026-11-30', '2026-12-01', '2026-12-02'])(
  'a cancelled booking of %s is shown as Cancelled',
  (bookingDate) => {
    expect(displayLabel({ status: 'cancelled', bookingDate }, today)).toBe('Cancelled');
  },
);

test.each(standing)('a booking that is %s is upcoming until its day is over', (status) => {
  expect(displayLabel({ status, bookingDate: '2026-11-30' }, today)).toBe('Completed');
  expect(displayLabel({ status, bookingDate: '2026-12-01' }, today)).toBe('Upcoming');
  expect(displayLabel({ status, bookingDate: '2027-01-01' }, today)).toBe('Upcoming');
});

test('only an upcoming booking that stands can be changed', () => {
  const changeable = [
    { status: 'confirmed', bookingDate: today },
    { status: 'confirmed', bookingDate: '2026-11-30' },
    { status: 'cancelled', bookingDate: '2026-12-24' },
  ] as const;
  expect(changeable.map((booking) => canChange(booking, today))).toEqual([true, false, false]);
  expect(changeable.map((booking) => isUpcoming(booking, today))).toEqual([true, false, false]);
});

test('a deposit and a full payment lead to different statuses, and neither to paid', () => {
  expect(statusAfterPayment('pay_deposit')).toBe('deposit_paid');
  expect(statusAfterPayment('pay_full_online')).toBe('confirmed');
});
