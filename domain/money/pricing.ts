import type { AddOn, Business, Coupon, Service, TaxRules } from '../business/business.ts';
import { priceFor, type VehicleType } from '../booking/catalogue.ts';
import { couponDiscountCents } from './coupon.ts';
import { leastChargeCents } from './least-charge.ts';
import { partOf } from './money.ts';

export const paymentOptions = ['pay_deposit', 'pay_full_online'] as const;
export type PaymentOption = (typeof paymentOptions)[number];

/** How a booking is paid. Only the business can choose `pay_later`: everything is due on site. */
export const bookingPaymentOptions = [...paymentOptions, 'pay_later'] as const;
export type BookingPaymentOption = (typeof bookingPaymentOptions)[number];

/** A tax of a booking, as it was sold. */
export type TaxLine = {
  /** "GST (5%)" */
  label: string;
  basisPoints: number;
  cents: number;
  /** Empty when there is none. */
  registrationNumber: string;
};

/** All in cents. price − discount − nearby discount = subtotal; subtotal + tax + tip = total = dueNow + dueOnSite. */
export type Quote = {
  /** The service with its add-ons. */
  priceCents: number;
  /** The part of the price for add-ons. */
  addOnsCents: number;
  discountCents: number;
  /** Less because another visit is near. */
  nearbyDiscountCents: number;
  subtotalCents: number;
  taxCents: number;
  /** They add up to the tax; empty without tax. */
  taxLines: readonly TaxLine[];
  tipCents: number;
  totalCents: number;
  /** The charge to the card: the total, the deposit, or nothing yet. */
  dueNowCents: number;
  dueOnSiteCents: number;
  depositCents: number;
};

export type QuoteRequest = {
  service: Pick<Service, 'priceCents'>;
  vehicleType: VehicleType;
  addOns?: readonly Pick<AddOn, 'priceCents'>[];
  coupon?: Pick<Coupon, 'discount'> | null | undefined;
  /** What a start near another visit costs less, when this one is. */
  nearbyDiscountCents?: number | undefined;
  tipCents: number;
  paymentOption: BookingPaymentOption;
};

/**
 * The one calculation of a price, for the form, the checkout, the charge and the emails. Tax is on the service and its
 * add-ons, never on the tip. Unless the business taxes visits paid on site, only bookings paid in full online carry
 * it. The coupon is taken off first, then the discount for a visit nearby. Together they leave at least the smallest
 * charge for bookings online.
 */
export function quote(business: Pick<Business, 'tax' | 'deposit'>, request: QuoteRequest): Quote {
  const { tipCents, paymentOption, vehicleType } = request;
  const addOnsCents = sum((request.addOns ?? []).map((one) => priceFor(one, vehicleType)));
  const priceCents = priceFor(request.service, vehicleType) + addOnsCents;
  const most = mostDiscount(request, priceCents);
  const discountCents = request.coupon
    ? Math.min(couponDiscountCents(request.coupon, priceCents), most)
    : 0;
  const nearbyDiscountCents = Math.min(request.nearbyDiscountCents ?? 0, most - discountCents);
  const subtotalCents = priceCents - discountCents - nearbyDiscountCents;
  const paysInFull = paymentOption === 'pay_full_online';
  const isTaxed = paysInFull || business.tax.coversOnSite;
  const taxLines = isTaxed ? taxOn(subtotalCents, business.tax) : [];
  const taxCents = sum(taxLines.map(({ cents }) => cents));
  const totalCents = subtotalCents + taxCents + tipCents;
  const depositCents = paymentOption === 'pay_later' ? 0 : depositOf(totalCents, business);
  const dueNowCents = paysInFull ? totalCents : depositCents;
  return {
    priceCents,
    addOnsCents,
    discountCents,
    nearbyDiscountCents,
    subtotalCents,
    taxCents,
    taxLines,
    tipCents,
    totalCents,
    dueNowCents,
    dueOnSiteCents: totalCents - dueNowCents,
    depositCents,
  };
}

function mostDiscount({ paymentOption }: QuoteRequest, priceCents: number): number {
  return paymentOption === 'pay_later' ? priceCents : Math.max(0, priceCents - leastChargeCents);
}

function depositOf(totalCents: number, { deposit }: Pick<Business, 'deposit'>): number {
  const cents = deposit.kind === 'amount' ? deposit.cents : partOf(totalCents, deposit.basisPoints);
  return Math.min(Math.max(cents, leastChargeCents), totalCents);
}

const taxOn = (cents: number, { rates }: TaxRules): TaxLine[] =>
  rates.map(({ label, basisPoints, registrationNumber }) => ({
    label,
    basisPoints,
    cents: partOf(cents, basisPoints),
    registrationNumber,
  }));

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

/** The taxes of the business by their names: "GST (5%)", "GST (5%) and PST (7%)". */
export const taxNames = ({ rates }: TaxRules): string =>
  rates.map(({ label }) => label).join(' and ');
