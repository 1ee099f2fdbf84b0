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

/** All money in cents. */
export type ReceiptRequest = {
  bookingId: string;
  serviceName: string;
  status: BookingStatus;
  priceCents: number;
  discountCents: number;
  couponCode: string | null;
  taxCents: number;
  /** As it was promised with the booking: "GST (5%)". */
  taxLabel: string;
  /** Given when booking. */
  tipCents: number;
  /** With tax and the tip given when booking. */
  totalCents: number;
  /** What the books say is left to pay on site. */
  dueOnSiteCents: number;
  /** Those that arrived, the oldest first. `tipCents` is the part of the amount that was a tip on site. */
  payments: readonly {
    method: PaymentMethod;
    amountCents: number;
    tipCents: number;
    settledAt: Moment;
  }[];
  /** Those that went back, are on their way or are owed, the oldest first. */
  refunds: readonly {
    method: PaymentMethod;
    amountCents: number;
    createdAt: Moment;
    isOnItsWay: boolean;
    /** To be given back by hand, and not yet given. */
    isOwed: boolean;
  }[];
};

type ReceiptLine = { label: string; cents: number };

export type Receipt = {
  number: string;
  /** The service, and the coupon as a negative amount. */
  lines: ReceiptLine[];
  /** The lines together, before tax and tips. */
  subtotalCents: number;
  /** Null where no tax was charged. */
  tax: ReceiptLine | null;
  /** With the booking and on site together. */
  tipCents: number;
  /** subtotal + tax + tips */
  totalCents: number;
  payments: (ReceiptLine & { at: Moment })[];
  refunds: (ReceiptLine & { at: Moment; isOnItsWay: boolean })[];
  paidCents: number;
  refundedCents: number;
  /** What is still to be given back by hand; not in the refunds. */
  owedCents: number;
  /** What is left to pay; nothing for a booking that is cancelled. */
  leftCents: number;
};

/** The one calculation of a receipt, for the screen, the paper and the mail. */
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

/** The number of a booking's receipt: made of its id, so it never changes and names one booking only. */
export function receiptNumber(bookingId: string): string {
  const digits = bookingId.replaceAll('-', '').toUpperCase();
  return `R-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}`;
}

function couponLines({ discountCents, couponCode }: ReceiptRequest): ReceiptLine[] {
  if (discountCents === 0) return [];
  return [{ label: couponCode ? `Coupon ${couponCode}` : 'Discount', cents: -discountCents }];
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
