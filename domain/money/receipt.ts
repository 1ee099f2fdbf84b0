import type { SoldAddOn } from '../booking/add-ons.ts';
import type { BookingStatus } from '../booking/booking.ts';
import type { Moment } from '../time/moment.ts';
import type { PaymentMethod } from './payment-methods.ts';
import { reductionLabel } from './reduction.ts';
import { taxName, type SoldTax } from './sold-taxes.ts';

export const methodLabels: Record<PaymentMethod, string> = {
  online: 'Card, online',
  cash: 'Cash',
  card: 'Card, on site',
  e_transfer: 'E-transfer',
};

/** All amounts in cents. */
export type ReceiptRequest = {
  bookingId: string;
  serviceName: string;
  /** As sold, part of the price. */
  addOns: readonly Pick<SoldAddOn, 'name' | 'priceCents'>[];
  status: BookingStatus;
  priceCents: number;
  discountCents: number;
  /** The part of the discount for a start near another visit. */
  nearbyDiscountCents: number;
  couponCode: string | null;
  taxes: readonly SoldTax[];
  /** The tip chosen when booking. */
  tipCents: number;
  /** With tax and the tip chosen when booking. */
  totalCents: number;
  /** The recorded amount due on site. */
  dueOnSiteCents: number;
  /** What was refunded, or of a cancelled visit never paid, and is not charged; with its tax. */
  reducedCents: number;
  reducedTaxCents: number;
  /** Received payments, oldest first. `tipCents` is the part of the amount that was an on-site tip. */
  payments: readonly {
    method: PaymentMethod;
    amountCents: number;
    tipCents: number;
    settledAt: Moment;
  }[];
  /** Completed, pending and owed refunds, oldest first. */
  refunds: readonly {
    method: PaymentMethod;
    amountCents: number;
    createdAt: Moment;
    isOnItsWay: boolean;
    /** Must be refunded by hand and has not been yet. */
    isOwed: boolean;
  }[];
};

type ReceiptLine = { label: string; cents: number };

export type Receipt = {
  number: string;
  /** The service, its add-ons, and the discounts as negative amounts. */
  lines: ReceiptLine[];
  /** The sum of the lines, before tax and tips. */
  subtotalCents: number;
  /** With their registration numbers; empty if no tax was charged. */
  taxes: ReceiptLine[];
  /** The tip of the booking plus on-site tips. */
  tipCents: number;
  /** What is not charged, as a negative amount; null for nothing. */
  reduction: ReceiptLine | null;
  /** subtotal + taxes + tips + reduction */
  totalCents: number;
  payments: (ReceiptLine & { at: Moment })[];
  refunds: (ReceiptLine & { at: Moment; isOnItsWay: boolean })[];
  paidCents: number;
  refundedCents: number;
  /** Refunds still owed by hand; not part of the refunds. */
  owedCents: number;
  /** The amount still due; zero for a cancelled booking. */
  leftCents: number;
};

/** The one calculation of a receipt, for the screen, the printout and the email. */
export function receipt(request: ReceiptRequest): Receipt {
  const { payments } = request;
  const refunds = request.refunds.filter(({ isOwed }) => !isOwed);
  const owed = request.refunds.filter(({ isOwed }) => isOwed);
  const tipsOnSite = sum(payments.map(({ tipCents }) => tipCents));
  return {
    number: receiptNumber(request.bookingId),
    lines: [...soldLines(request), ...discountLines(request)],
    subtotalCents: request.priceCents - request.discountCents,
    taxes: request.taxes.map((tax) => ({ label: taxName(tax), cents: tax.cents })),
    tipCents: request.tipCents + tipsOnSite,
    reduction: reductionOf(request),
    totalCents: request.totalCents + tipsOnSite - request.reducedCents,
    payments: payments.map(({ method, amountCents, settledAt }) => ({
      label: methodLabels[method],
      cents: amountCents,
      at: settledAt,
    })),
    refunds: refunds.map(({ method, amountCents, createdAt, isOnItsWay }) => ({
      label: methodLabels[method],
      cents: amountCents,
      at: createdAt,
      isOnItsWay,
    })),
    paidCents: sum(payments.map(({ amountCents }) => amountCents)),
    refundedCents: sum(refunds.map(({ amountCents }) => amountCents)),
    owedCents: sum(owed.map(({ amountCents }) => amountCents)),
    leftCents: request.dueOnSiteCents,
  };
}

/** The receipt number of a booking, derived from its id: constant and unique. */
export function receiptNumber(bookingId: string): string {
  const digits = bookingId.replaceAll('-', '').toUpperCase();
  return `R-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}`;
}

function soldLines({ serviceName, addOns, priceCents }: ReceiptRequest): ReceiptLine[] {
  const lines = addOns.map((one) => ({ label: one.name, cents: one.priceCents }));
  const addOnsCents = sum(lines.map(({ cents }) => cents));
  return [{ label: serviceName, cents: priceCents - addOnsCents }, ...lines];
}

const reductionOf = (request: ReceiptRequest): ReceiptLine | null =>
  request.reducedCents > 0
    ? {
        label: reductionLabel({ status: request.status, taxCents: request.reducedTaxCents }),
        cents: -request.reducedCents,
      }
    : null;

function discountLines(request: ReceiptRequest): ReceiptLine[] {
  const { discountCents, nearbyDiscountCents, couponCode } = request;
  const lines = [
    {
      label: couponCode ? `Coupon ${couponCode}` : 'Discount',
      cents: nearbyDiscountCents - discountCents,
    },
    { label: 'Nearby discount', cents: -nearbyDiscountCents },
  ];
  return lines.filter(({ cents }) => cents < 0);
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
