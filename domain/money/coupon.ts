import { business } from '../business.ts';

export type CouponResult =
  | { ok: true; code: string; amountCents: number }
  | { ok: false; code: 'coupon_unknown' };

/** " newcustomer 20 " -> "NEWCUSTOMER20" */
export function normaliseCoupon(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/**
 * The discount of a coupon, never more than the price. Does not check whether the customer has used it before.
 */
export function couponDiscountCents(code: string, priceCents: number): CouponResult {
  const coupon = business.firstTimeCoupon;
  if (normaliseCoupon(code) !== coupon.code) return { ok: false, code: 'coupon_unknown' };
  return { ok: true, code: coupon.code, amountCents: Math.min(coupon.amountCents, priceCents) };
}
