import type { Business, Coupon } from '../business/business.ts';
import { plainLine } from '../contact/typed-text.ts';
import type { LocalDate } from '../time/wall-time.ts';
import { formatShortCents, partOf } from './money.ts';

/** " newcustomer 20 " -> "NEWCUSTOMER20" */
export function normaliseCoupon(text: string): string {
  return plainLine(text).replaceAll(' ', '').toUpperCase();
}

/** Whether bookings made on that day may use it. */
export const isCouponValidOn = (
  { validFrom, validUntil }: Pick<Coupon, 'validFrom' | 'validUntil'>,
  day: LocalDate,
): boolean => (validFrom ?? day) <= day && day <= (validUntil ?? day);

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

/** The discount of a coupon, never more than the price. */
export function couponDiscountCents({ discount }: Pick<Coupon, 'discount'>, priceCents: number) {
  const cents =
    discount.kind === 'amount' ? discount.cents : partOf(priceCents, discount.basisPoints);
  return Math.min(cents, priceCents);
}

/** "$20", "$20.50", "15%" */
export const discountInWords = ({ discount }: Pick<Coupon, 'discount'>): string =>
  discount.kind === 'amount' ? formatShortCents(discount.cents) : `${discount.basisPoints / 100}%`;

/** The coupon that the site tells of. */
export const advertisedCoupon = ({ coupons }: Pick<Business, 'coupons'>): Coupon | undefined =>
  coupons.find(({ isAdvertised }) => isAdvertised);
