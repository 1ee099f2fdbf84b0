import type { Business, Coupon } from '../business/business.ts';
import { plainLine } from '../contact/typed-text.ts';
import type { LocalDate } from '../time/wall-time.ts';
import { isCouponValidOn } from './coupon.ts';

/** " newcustomer 20 " -> "NEWCUSTOMER20" */
export function normaliseCoupon(text: string): string {
  return plainLine(text).replaceAll(' ', '').toUpperCase();
}

/**
 * The coupon of a typed code that bookings made on that day may use. Only the database knows whether a customer may
 * still use it.
 */
export function findCoupon(
  { coupons }: Pick<Business, 'coupons'>,
  typed: string,
  day: LocalDate,
): Coupon | null {
  const code = normaliseCoupon(typed);
  return coupons.find((one) => one.code === code && isCouponValidOn(one, day)) ?? null;
}
