import { business } from '../business.ts';
import type { Service, VehicleType } from '../booking/catalogue.ts';
import { couponDiscountCents } from './coupon.ts';

export const paymentOptions = ['pay_deposit', 'pay_full_online'] as const;
export type PaymentOption = (typeof paymentOptions)[number];

/** How a booking is paid. Only the business can choose `pay_later`: everything is due on site. */
export const bookingPaymentOptions = [...paymentOptions, 'pay_later'] as const;
export type BookingPaymentOption = (typeof bookingPaymentOptions)[number];

/** All in cents. price − discount = subtotal; subtotal + tax + tip = total = dueNow + dueOnSite. */
export type Quote = {
  priceCents: number;
  discountCents: number;
  subtotalCents: number;
  taxCents: number;
  tipCents: number;
  totalCents: number;
  /** The charge to the card: the total, the flat deposit, or nothing yet. */
  dueNowCents: number;
  dueOnSiteCents: number;
  depositCents: number;
};

export type QuoteRequest = {
  service: Pick<Service, 'priceCents'>;
  vehicleType: VehicleType;
  /** An unknown code takes nothing off; couponDiscountCents reports it. */
  couponCode?: string | null | undefined;
  tipCents: number;
  paymentOption: BookingPaymentOption;
};

/**
 * The one calculation of a price, for the form, the checkout, the charge and the emails. Tax is charged online only, on
 * the service and never on the tip. A deposit is flat and untaxed; `pay_later` has none.
 */
export function quote(request: QuoteRequest): Quote {
  const { tipCents, paymentOption } = request;
  const priceCents = request.service.priceCents[request.vehicleType];
  const coupon = couponDiscountCents(request.couponCode ?? '', priceCents);
  const discountCents = coupon.ok ? coupon.amountCents : 0;
  const subtotalCents = priceCents - discountCents;
  const paysInFull = paymentOption === 'pay_full_online';
  const depositCents = paymentOption === 'pay_later' ? 0 : business.depositCents;
  const taxCents = paysInFull ? taxOn(subtotalCents) : 0;
  const totalCents = subtotalCents + taxCents + tipCents;
  const dueNowCents = paysInFull ? totalCents : Math.min(depositCents, totalCents);
  return {
    priceCents,
    discountCents,
    subtotalCents,
    taxCents,
    tipCents,
    totalCents,
    dueNowCents,
    dueOnSiteCents: totalCents - dueNowCents,
    depositCents,
  };
}

function taxOn(cents: number): number {
  return Math.round((cents * business.tax.basisPoints) / 10_000);
}
