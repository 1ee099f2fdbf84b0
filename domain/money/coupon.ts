import { business } from '../business.ts';

export type CouponResult =
  | { ok: true; code: string; amountCents: number }
  | { ok: false; code: 'coupon_unknown' };

/** " newcustomer 20 " -> "NEWCUSTOMER20" */
export function normaliseCoupon(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/**
 * What a coupon takes off a price, never more than the price itself.
 * Whether this customer has used it before is not decided here.
 */
export function couponDiscountCents(code: string, priceCents: number): CouponResult {
  const coupon = business.firstTimeCoupon;
  if (normaliseCoupon(code) !== coupon.code) return { ok: false, code: 'coupon_unknown' };
  return { ok: true, code: coupon.code, amountCents: Math.min(coupon.amountCents, priceCents) };
}
