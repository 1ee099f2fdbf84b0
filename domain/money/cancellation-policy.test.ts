import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { cancellationPolicy, policyBeforeBooking, policyInEmail } from './cancellation-policy.ts';
import { refundOnCancel } from './refund.ts';

const startsAt = '2026-12-01T14:00:00Z';
const inTime = { startsAt, now: '2026-11-30T14:00:00Z' };
const late = { startsAt, now: '2026-11-30T14:00:01Z' };
const booked = {
  freeCancellationHours: 24,
  depositCents: 2000,
  isDepositKept: false,
  isRainDay: false,
};

describe('the policy of a booking', () => {
  const policy = { ...booked, paymentOption: 'pay_full_online' } as const;
  const general =
    'Cancel at least 24 hours before your appointment and we refund everything you paid. After that, we keep the $20.00 deposit.';

  test.each([
    ['while cancelling is free', inTime, general],
    ['without a time', undefined, general],
    ['once the appointment has begun', { startsAt, now: startsAt }, general],
    [
      'once it is near',
      late,
      'Your appointment is less than 24 hours away. If you cancel, we keep the $20.00 deposit and refund the rest.',
    ],
  ])('promises a refund of everything only where it is made: %s', (_when, start, words) => {
    expect(cancellationPolicy({ ...policy, start })).toBe(words);
  });

  test('promises what the refund is', () => {
    for (const start of [inTime, late]) {
      const paid = { paidCents: 11999, refundedCents: 0, disputedCents: 0, givenTipCents: 0 };
      const refund = refundOnCancel({ ...booked, ...start, ...paid });
      const isAll = cancellationPolicy({ ...policy, start }).includes('everything');
      expect(refund).toBe(isAll ? 11999 : 9999);
    }
  });

  test('promises no rest where only the deposit is paid', () => {
    expect(cancellationPolicy({ ...policy, start: late, refundCents: 0 })).toBe(
      'Your appointment is less than 24 hours away. If you cancel, we keep the $20.00 deposit.',
    );
  });

  test('names the moment promised before the business moved the visit earlier', () => {
    const moved = { ...policy, freeUntil: '2026-11-30T14:30:00Z', start: late };
    expect(cancellationPolicy(moved)).toBe(
      'Cancel by Monday, November 30, 2026 at 9:30 AM and we refund everything you paid. After that, we keep the $20.00 deposit.',
    );
    expect(cancellationPolicy({ ...moved, paymentOption: 'pay_later' })).toBe(
      'Cancelling is free. Please cancel by Monday, November 30, 2026 at 9:30 AM.',
    );
    expect(cancellationPolicy({ ...moved, freeUntil: '2026-12-04T14:00:00Z' })).toMatch(
      /^Cancel any time until your appointment starts and/,
    );
    // Moved later again: the hours reach further than the promise.
    expect(cancellationPolicy({ ...moved, freeUntil: '2026-11-29T14:00:00Z', start: inTime })).toBe(
      general,
    );
  });

  test('promises a refund up to exactly the moment until which it is made', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -60, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (now, free) => {
          const minutes = (count: number) => Date.parse(startsAt) + count * 60_000;
          const terms = { ...booked, freeCancellationHours: 1, freeUntil: minutes(free - 60) };
          const start = { startsAt, now: minutes(Math.min(now, 0) - 1) };
          const paid = { paidCents: 11999, refundedCents: 0, disputedCents: 0, givenTipCents: 0 };
          const words = cancellationPolicy({ ...terms, paymentOption: 'pay_full_online', start });
          expect(words.includes('everything')).toBe(
            refundOnCancel({ ...terms, ...start, ...paid }) === 11999,
          );
        },
      ),
    );
  });

  test('asks for an early word when a visit paid on site is near', () => {
    expect(cancellationPolicy({ ...policy, paymentOption: 'pay_later', start: late })).toBe(
      'Cancelling is free. Please cancel as early as you can.',
    );
  });
});

describe('the policy before booking', () => {
  const deposit =
    'A $20 deposit is required and is fully refundable if cancelled at least 24 hours before the appointment.';

  test.each([
    ['pay_deposit', null, deposit],
    ['pay_deposit', inTime, deposit],
    [
      'pay_deposit',
      late,
      'The $20 deposit is not refundable, because your appointment is less than 24 hours away.',
    ],
    [
      'pay_full_online',
      inTime,
      'Cancel at least 24 hours before your appointment and we refund everything you paid. After that, we keep the $20.00 deposit.',
    ],
    [
      'pay_full_online',
      late,
      'Your appointment is less than 24 hours away. If you cancel, we keep the $20.00 deposit and refund the rest.',
    ],
  ] as const)('fits the way to pay: %s, %j [S9.10]', (paymentOption, start, words) => {
    expect(policyBeforeBooking(defaultBusiness, { paymentOption, start })).toBe(words);
  });
});

describe('the policy in an email', () => {
  const deposit = { ...booked, paymentOption: 'pay_deposit' } as const;
  const onSite = { ...booked, paymentOption: 'pay_later' } as const;
  const inSevenHours = { startsAt, now: '2026-12-01T07:00:00Z' };
  const begun = { startsAt, now: startsAt };

  test('names no limit that has passed', () => {
    for (const terms of [deposit, onSite]) {
      for (const start of [inSevenHours, begun]) {
        expect(policyInEmail({ ...terms, start, cancelled: null })).not.toMatch(/at least/);
      }
    }
  });

  test('says nothing about an appointment that has begun', () => {
    expect(policyInEmail({ ...deposit, start: begun, cancelled: null })).toBe('');
  });

  test.each([
    ['nothing that was never paid', inTime, false, 0, ''],
    [
      'the deposit after a late cancellation',
      late,
      false,
      2000,
      'The booking was cancelled less than 24 hours before the appointment, so we keep the $20.00 deposit.',
    ],
    [
      'the deposit after a late move',
      inTime,
      true,
      2000,
      'The booking was moved less than 24 hours before the appointment, so we keep the $20.00 deposit.',
    ],
    ['an amount the owner chose', inTime, false, 1500, 'We keep $15.00 of what you paid.'],
  ] as const)(
    'says that a cancelled booking keeps %s',
    (_what, start, isDepositKept, keptCents, words) => {
      expect(policyInEmail({ ...deposit, isDepositKept, start, cancelled: { keptCents } })).toBe(
        words,
      );
    },
  );
});
