import { expect, test } from 'vitest';
import { couponDiscountCents, normaliseCoupon } from './coupon.ts';

test('a coupon is accepted in any case and with extra spaces', () => {
  expect(normaliseCoupon('  newCustomer 20\n')).toBe('NEWCUSTOMER20');
});

test('the first-time coupon takes twenty dollars off [S1.5, S9.14]', () => {
  expect(couponDiscountCents('newcustomer20', 11999)).toEqual({
    ok: true,
    code: 'NEWCUSTOMER20',
    amountCents: 2000,
  });
});

test('a coupon never takes off more than the price', () => {
  expect(couponDiscountCents('NEWCUSTOMER20', 1500)).toMatchObject({ amountCents: 1500 });
});

test.each(['', 'NEWCUSTOMER', 'NEWCUSTOMER200', 'FREE'])('"%s" is an unknown coupon', (code) => {
  expect(couponDiscountCents(code, 11999)).toEqual({ ok: false, code: 'coupon_unknown' });
});
