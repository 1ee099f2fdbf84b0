import type { BookingStatus } from '../booking/booking.ts';
import type { Moment } from '../time/moment.ts';

export const paymentMethods = ['online', 'cash', 'card', 'e_transfer'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

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
  status: BookingStatus;
  priceCents: number;
  discountCents: number;
  couponCode: string | null;
  taxCents: number;
  /** As stored with the booking: "GST (5%)". */
  taxLabel: string;
  /** The tip chosen when booking. */
  tipCents: number;
  /** With tax and the tip chosen when booking. */
  totalCents: number;
  /** The recorded amount due on site. */
  dueOnSiteCents: number;
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
  /** The service, and the coupon as a negative amount. */
  lines: ReceiptLine[];
  /** The sum of the lines, before tax and tips. */
  subtotalCents: number;
  /** Null if no tax was charged. */
  tax: ReceiptLine | null;
  /** The tip of the booking plus on-site tips. */
  tipCents: number;
  /** subtotal + tax + tips */
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
    lines: [{ label: request.serviceName, cents: request.priceCents }, ...couponLines(request)],
    subtotalCents: request.priceCents - request.discountCents,
    tax:
      request.taxCents > 0 ? { label: request.taxLabel || 'Tax', cents: request.taxCents } : null,
    tipCents: request.tipCents + tipsOnSite,
    totalCents: request.totalCents + tipsOnSite,
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
    leftCents: request.status === 'cancelled' ? 0 : request.dueOnSiteCents,
  };
}

/** The receipt number of a booking, derived from its id: constant and unique. */
export function receiptNumber(bookingId: string): string {
  const digits = bookingId.replaceAll('-', '').toUpperCase();
  return `R-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}`;
}

function couponLines({ discountCents, couponCode }: ReceiptRequest): ReceiptLine[] {
  if (discountCents === 0) return [];
  return [{ label: couponCode ? `Coupon ${couponCode}` : 'Discount', cents: -discountCents }];
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
