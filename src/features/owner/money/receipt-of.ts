import { receipt, type Receipt } from '@domain/money/receipt.ts';
import { soldTaxes } from '@domain/money/sold-taxes.ts';
import type { StoredReceipt } from '@contracts/money.ts';

/** The receipt of what is stored. */
export function receiptOf({
  booking,
  payments,
  refunds,
  due_on_site_cents,
  reduced_cents,
  reduced_tax_cents,
}: StoredReceipt): Receipt {
  return receipt({
    bookingId: booking.id,
    serviceName: booking.service_name,
    addOns: booking.add_ons ?? [],
    status: booking.status,
    priceCents: booking.price_cents,
    discountCents: booking.discount_cents,
    nearbyDiscountCents: booking.nearby_discount_cents,
    couponCode: booking.coupon_code,
    taxes: soldTaxes(booking),
    tipCents: booking.tip_cents,
    totalCents: booking.total_cents,
    dueOnSiteCents: due_on_site_cents,
    reducedCents: reduced_cents,
    reducedTaxCents: reduced_tax_cents,
    payments: payments.map((payment) => ({
      method: payment.method,
      amountCents: payment.amount_cents,
      tipCents: payment.tip_cents,
      settledAt: payment.settled_at,
    })),
    refunds: refunds.map((refund) => ({
      method: refund.method,
      amountCents: refund.amount_cents,
      createdAt: refund.created_at,
      isOnItsWay: refund.status !== 'succeeded',
      isOwed: refund.status === 'owed',
    })),
  });
}
