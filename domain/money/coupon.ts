import type { Business, Coupon } from '../business/business.ts';
import type { LocalDate } from '../time/wall-time.ts';
import { formatShortCents, partOf } from './money.ts';

/** Whether bookings made on that day may use it. */
export const isCouponValidOn = (
  { validFrom, validUntil }: Pick<Coupon, 'validFrom' | 'validUntil'>,
  day: LocalDate,
): boolean => (validFrom ?? day) <= day && day <= (validUntil ?? day);

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
