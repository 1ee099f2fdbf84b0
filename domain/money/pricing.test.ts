import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findService, services, vehicleTypes } from '../booking/catalogue.ts';
import type { Service, ServiceId } from '../booking/catalogue.ts';
import { paymentOptions, quote } from './pricing.ts';

function service(id: ServiceId): Service {
  const found = findService(id);
  if (!found) throw new Error(`no service ${id}`);
  return found;
}

const premiumForSuv = {
  service: service('premium-detailing'),
  vehicleType: 'suv',
  couponCode: 'NEWCUSTOMER20',
  tipCents: 1500,
} as const;

describe('Premium Detailing for an SUV with the coupon and a $15 tip', () => {
  test('paid in full is ($119.99 - $20) + 5 % + tip [S9.6]', () => {
    expect(quote({ ...premiumForSuv, paymentOption: 'pay_full_online' })).toEqual({
      priceCents: 11999,
      discountCents: 2000,
      subtotalCents: 9999,
      taxCents: 500,
      tipCents: 1500,
      totalCents: 11999,
      dueNowCents: 11999,
      dueOnSiteCents: 0,
      depositCents: 2000,
    });
  });

  test('with a deposit is $20.00 flat now, untaxed, and the rest on site [S9.6]', () => {
    expect(quote({ ...premiumForSuv, paymentOption: 'pay_deposit' })).toEqual({
      priceCents: 11999,
      discountCents: 2000,
      subtotalCents: 9999,
      taxCents: 0,
      tipCents: 1500,
      totalCents: 11499,
      dueNowCents: 2000,
      dueOnSiteCents: 9499,
      depositCents: 2000,
    });
  });
});

test('paid later has no deposit and no tax, and is due in full on site', () => {
  expect(quote({ ...premiumForSuv, tipCents: 0, paymentOption: 'pay_later' })).toMatchObject({
    taxCents: 0,
    totalCents: 9999,
    dueNowCents: 0,
    dueOnSiteCents: 9999,
    depositCents: 0,
  });
});

test.each([
  ['basic-wash', 'sedan', 325, 6825],
  ['basic-wash', 'suv', 425, 8925],
  ['premium-detailing', 'sedan', 500, 10499],
  ['premium-detailing', 'suv', 600, 12599],
  ['luxury-package', 'sedan', 650, 13649],
  ['luxury-package', 'suv', 750, 15749],
] as const)('%s for a %s is taxed %i and totals %i cents', (id, vehicleType, tax, total) => {
  const result = quote({
    service: service(id),
    vehicleType,
    tipCents: 0,
    paymentOption: 'pay_full_online',
  });
  expect(result).toMatchObject({ taxCents: tax, totalCents: total, dueNowCents: total });
});

test.each([undefined, null, '', 'FREE'])('the coupon code %s takes nothing off', (couponCode) => {
  const result = quote({ ...premiumForSuv, couponCode, paymentOption: 'pay_deposit' });
  expect(result).toMatchObject({ discountCents: 0, subtotalCents: 11999 });
});

const requests = fc.record({
  service: fc.constantFrom(...services),
  vehicleType: fc.constantFrom(...vehicleTypes),
  couponCode: fc.constantFrom('NEWCUSTOMER20', 'newcustomer20', '', 'OTHER', null),
  tipCents: fc.integer({ min: 0, max: 50_000 }),
  paymentOption: fc.constantFrom(...paymentOptions),
});

/** Any price, not only the current ones, which may change. */
const anyPrice = fc
  .tuple(requests, fc.integer({ min: 0, max: 1_000_000 }))
  .map(([request, cents]) => ({
    ...request,
    service: { priceCents: { sedan: cents, suv: cents } },
  }));

test('every amount is a whole number of cents, none below zero, and they add up [S9.8, S9.12]', () => {
  fc.assert(
    fc.property(fc.oneof(requests, anyPrice), (request) => {
      const result = quote(request);
      for (const cents of Object.values(result)) {
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(0);
      }
      expect(result.priceCents - result.discountCents).toBe(result.subtotalCents);
      expect(result.subtotalCents + result.taxCents + result.tipCents).toBe(result.totalCents);
      expect(result.dueNowCents + result.dueOnSiteCents).toBe(result.totalCents);
    }),
  );
});

test('a tip is charged to the cent and never taxed [S9.7]', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const withTip = quote(request);
      const without = quote({ ...request, tipCents: 0 });
      expect(withTip.taxCents).toBe(without.taxCents);
      expect(withTip.totalCents - without.totalCents).toBe(request.tipCents);
    }),
  );
});

test('the deposit is the same for every service, vehicle, coupon and tip [S9.9]', () => {
  fc.assert(
    fc.property(requests, (request) => {
      expect(quote({ ...request, paymentOption: 'pay_deposit' }).dueNowCents).toBe(2000);
    }),
  );
});

test('tax is within half a cent of five percent', () => {
  fc.assert(
    fc.property(anyPrice, (request) => {
      const result = quote({ ...request, paymentOption: 'pay_full_online' });
      expect(Math.abs(result.taxCents * 20 - result.subtotalCents)).toBeLessThanOrEqual(10);
    }),
  );
});
