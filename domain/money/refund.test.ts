import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { refundOnCancel } from './refund.ts';

const startsAt = '2026-12-01T14:00:00Z';
const paidInFull = {
  paidCents: 11999,
  refundedCents: 0,
  disputedCents: 0,
  depositCents: 2000,
  startsAt,
  freeCancellationHours: 24,
  isDepositKept: false,
  isRainDay: false,
  givenTipCents: 0,
};
const paidDeposit = { ...paidInFull, paidCents: 2000 };

const dayBefore = '2026-11-30T14:00:00Z';
const secondLater = '2026-11-30T14:00:01Z';

describe('at least 24 hours ahead', () => {
  test('everything paid is refunded, up to the last second [S9.11]', () => {
    expect(defaultBusiness.freeCancellationHours, 'what a booking is sold with').toBe(24);
    expect(refundOnCancel({ ...paidInFull, now: dayBefore })).toBe(11999);
    expect(refundOnCancel({ ...paidDeposit, now: dayBefore })).toBe(2000);
  });

  test('earlier refunds are not refunded again', () => {
    expect(refundOnCancel({ ...paidInFull, refundedCents: 1999, now: dayBefore })).toBe(10000);
  });
});

test('what a bank took back in a dispute is not refunded a second time', () => {
  expect(refundOnCancel({ ...paidDeposit, disputedCents: 2000, now: dayBefore })).toBe(0);
  const partly = { ...paidInFull, disputedCents: 4500 };
  expect(refundOnCancel({ ...partly, now: dayBefore })).toBe(7499);
  expect(refundOnCancel({ ...partly, now: secondLater })).toBe(5499);
});

test('a tip given on site is not refunded', () => {
  const tipped = { ...paidInFull, paidCents: 12549, givenTipCents: 550 };
  expect(refundOnCancel({ ...tipped, now: dayBefore })).toBe(11999);
  expect(refundOnCancel({ ...tipped, now: secondLater })).toBe(9999);
});

describe('less than 24 hours ahead', () => {
  test('the deposit is kept', () => {
    expect(refundOnCancel({ ...paidInFull, now: secondLater })).toBe(9999);
    expect(refundOnCancel({ ...paidDeposit, now: secondLater })).toBe(0);
  });

  test('earlier refunds reduce the refund', () => {
    expect(refundOnCancel({ ...paidInFull, refundedCents: 11000, now: secondLater })).toBe(0);
  });
});

test('a later moment promised before the business moved the visit decides', () => {
  const moved = { ...paidInFull, freeUntil: '2026-11-30T14:30:00Z' };
  expect(refundOnCancel({ ...moved, now: '2026-11-30T14:30:00Z' })).toBe(11999);
  expect(refundOnCancel({ ...moved, now: '2026-11-30T14:30:01Z' })).toBe(9999);
  expect(refundOnCancel({ ...paidInFull, freeUntil: '2026-11-01T00:00:00Z', now: dayBefore })).toBe(
    11999,
  );
});

test('a deposit kept because of a late move stays kept, however far ahead the new time is', () => {
  const now = '2026-11-01T14:00:00Z';
  expect(refundOnCancel({ ...paidInFull, isDepositKept: true, now })).toBe(9999);
  expect(refundOnCancel({ ...paidDeposit, isDepositKept: true, now })).toBe(0);
});

test('a visit cancelled because of rain is refunded in full, however late, even after a late move', () => {
  const onRainDay = { ...paidInFull, isRainDay: true, isDepositKept: true };
  expect(refundOnCancel({ ...onRainDay, now: secondLater })).toBe(11999);
  expect(refundOnCancel({ ...onRainDay, now: '2026-12-02T14:00:00Z' })).toBe(11999);
  expect(refundOnCancel({ ...onRainDay, refundedCents: 1999, now: secondLater })).toBe(10000);
});

test('hours are real hours on the night when the clocks go forward', () => {
  // Sunday 9:00 in Toronto; Saturday 9:00 local time is only 23 hours before it.
  const sunday = { ...paidDeposit, startsAt: '2026-03-08T13:00:00Z' };
  expect(refundOnCancel({ ...sunday, now: '2026-03-07T14:00:00Z' })).toBe(0);
  expect(refundOnCancel({ ...sunday, now: '2026-03-07T13:00:00Z' })).toBe(2000);
});

test('hours are real hours on the night when the clocks go back', () => {
  // Sunday 9:00 in Toronto; Saturday 9:00 local time is 25 hours before it, and 10:00 is 24.
  const sunday = { ...paidDeposit, startsAt: '2026-11-01T14:00:00Z' };
  expect(refundOnCancel({ ...sunday, now: '2026-10-31T14:00:00Z' })).toBe(2000);
  expect(refundOnCancel({ ...sunday, now: '2026-10-31T14:00:01Z' })).toBe(0);
});

test('nothing is refunded if nothing was paid', () => {
  expect(refundOnCancel({ ...paidInFull, paidCents: 0, now: dayBefore })).toBe(0);
});

const start = Date.parse(startsAt);
const cancellations = fc
  .record({
    paidCents: fc.integer({ min: 0, max: 100_000 }),
    refundedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    disputedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    depositCents: fc.integer({ min: 0, max: 5000 }),
    now: fc.integer({ min: start - 10 * 86_400_000, max: start + 86_400_000 }),
    freeCancellationHours: fc.integer({ min: 0, max: 72 }),
    isDepositKept: fc.boolean(),
    isRainDay: fc.boolean(),
    givenTipCents: fc.constant(0),
  })
  .map(({ refundedShare, disputedShare, ...rest }) => {
    const refundedCents = Math.floor(rest.paidCents * refundedShare);
    const disputedCents = Math.floor((rest.paidCents - refundedCents) * disputedShare);
    return { ...rest, startsAt, refundedCents, disputedCents };
  });

test('a refund is never negative and never more than the rest of the payment', () => {
  fc.assert(
    fc.property(cancellations, (request) => {
      const cents = refundOnCancel(request);
      expect(cents).toBeGreaterThanOrEqual(0);
      expect(cents).toBeLessThanOrEqual(
        request.paidCents - request.refundedCents - request.disputedCents,
      );
    }),
  );
});

test('cancelling later never increases the refund, and costs at most the deposit', () => {
  fc.assert(
    fc.property(cancellations, fc.nat({ max: 10 * 86_400_000 }), (request, waitMs) => {
      const early = refundOnCancel(request);
      const late = refundOnCancel({ ...request, now: request.now + waitMs });
      expect(late).toBeLessThanOrEqual(early);
      expect(early - late).toBeLessThanOrEqual(request.depositCents);
    }),
  );
});

test('cancelling again after the refund refunds nothing more', () => {
  fc.assert(
    fc.property(cancellations, (request) => {
      const refundedCents = request.refundedCents + refundOnCancel(request);
      expect(refundOnCancel({ ...request, refundedCents })).toBe(0);
    }),
  );
});
