import { partOf } from './money.ts';
import type { TaxLine } from './pricing.ts';

/** The money of a booking as it was sold, in cents. */
export type SoldMoney = {
  price_cents: number;
  discount_cents: number;
  /** The part of the discount for a visit nearby; the rest is the coupon's. */
  nearby_discount_cents: number;
  tip_cents: number;
  tax_cents: number;
  total_cents: number;
  /** Null for bookings that were sold before each tax was stored. */
  tax_lines?: readonly TaxLine[] | null | undefined;
};

/** The most that the owner can agree on, before tax. */
export const mostAgreedCents = 1_000_000;

/**
 * The money of a booking with another price before tax. The discounts stay in cents as promised, at most the new price;
 * the coupon's comes first. The tip stays, and so do the rates of the taxes: a booking sold without tax gets none.
 */
export function changePrice(sold: SoldMoney, priceCents: number) {
  const couponCents = Math.min(sold.discount_cents - sold.nearby_discount_cents, priceCents);
  const nearbyCents = Math.min(sold.nearby_discount_cents, priceCents - couponCents);
  const subtotalCents = priceCents - couponCents - nearbyCents;
  const taxLines =
    sold.tax_lines?.map((line) => ({ ...line, cents: partOf(subtotalCents, line.basisPoints) })) ??
    null;
  const taxCents = taxLines
    ? taxLines.reduce((sum, { cents }) => sum + cents, 0)
    : taxAtSoldRate(sold, subtotalCents);
  return {
    price_cents: priceCents,
    discount_cents: couponCents + nearbyCents,
    nearby_discount_cents: nearbyCents,
    tax_cents: taxCents,
    tax_lines: taxLines,
    total_cents: subtotalCents + taxCents + sold.tip_cents,
  };
}

/** Without stored rates, the tax keeps its share of the price. */
function taxAtSoldRate(sold: SoldMoney, subtotalCents: number): number {
  const soldSubtotal = sold.price_cents - sold.discount_cents;
  return soldSubtotal === 0 ? 0 : Math.round((subtotalCents * sold.tax_cents) / soldSubtotal);
}
