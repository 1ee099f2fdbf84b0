import { expect, test } from 'vitest';
import type { Coupon } from '../business/business.ts';
import { defaultBusiness } from '../business/default-business.ts';
import { advertisedCoupon, couponDiscountCents, discountInWords } from './coupon.ts';
import { findCoupon, normaliseCoupon } from './typed-coupon.ts';

const day = '2026-12-01';
const first = findCoupon(defaultBusiness, 'newcustomer20', day);
if (!first) throw new Error('The first-time coupon is missing');

test('a coupon is accepted in any case and with extra spaces', () => {
  expect(normaliseCoupon('  newCustomer 20\n')).toBe('NEWCUSTOMER20');
});

test('the first-time coupon takes twenty dollars off [S1.5, S9.14]', () => {
  expect(first.code).toBe('NEWCUSTOMER20');
  expect(couponDiscountCents(first, 11999)).toBe(2000);
  expect(discountInWords(first)).toBe('$20');
  expect(advertisedCoupon(defaultBusiness)).toBe(first);
});

test('a coupon never takes off more than the price', () => {
  expect(couponDiscountCents(first, 1500)).toBe(1500);
});

test('a coupon in percent takes off a part, rounded to the cent', () => {
  const tenth = { discount: { kind: 'percent', basisPoints: 1250 } } as const;
  expect(couponDiscountCents(tenth, 9999)).toBe(1250);
  expect(discountInWords(tenth)).toBe('12.5%');
});

test.each(['', 'NEWCUSTOMER', 'NEWCUSTOMER200', 'FREE'])('"%s" is an unknown coupon', (code) => {
  expect(findCoupon(defaultBusiness, code, day)).toBeNull();
});

test('a coupon is valid on its first and its last day, and not around them', () => {
  const december: Coupon = { ...first, validFrom: '2026-12-01', validUntil: '2026-12-31' };
  const isFound = (on: string) => findCoupon({ coupons: [december] }, first.code, on) !== null;
  expect(['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map(isFound)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
