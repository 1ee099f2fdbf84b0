import type { StoredBooking } from '../../../contracts/booking.ts';
import { z } from 'zod';
import { formatCents } from '../../../../domain/money/money.ts';
import { paymentMethods } from '../../../../domain/money/payment-methods.ts';
import { receipt } from '../../../../domain/money/receipt.ts';
import { reductionLabel } from '../../../../domain/money/reduction.ts';
import { soldTaxes } from '../../../../domain/money/sold-taxes.ts';
import type { QueuedMail } from './mail-calls.ts';
import type { TemplateVariables } from './render-template.ts';

const facts = z.object({
  payments: z.array(
    z.object({
      method: z.enum(paymentMethods),
      amount_cents: z.number().int(),
      tip_cents: z.number().int(),
      settled_at: z.string(),
    }),
  ),
  given_back_cents: z.number().int(),
  // Emails that an earlier version queued have neither.
  owed_cents: z.number().int().default(0),
  reduction: z
    .object({ cents: z.number().int(), tax_cents: z.number().int() })
    .default({ cents: 0, tax_cents: 0 }),
});

/** The receipt's own variables, computed from the facts of the email as on screen and on paper. */
export function receiptVariables(mail: QueuedMail, booking: StoredBooking): TemplateVariables {
  if (mail.template_type !== 'receipt') return {};
  const { payments, reduction, ...refunds } = facts.parse(mail.data);
  const made = receipt({
    bookingId: booking.id,
    serviceName: booking.service_name,
    addOns: booking.add_ons ?? [],
    status: booking.status,
    priceCents: booking.price_cents,
    discountCents: booking.discount_cents,
    nearbyDiscountCents: booking.nearby_discount_cents,
    couponCode: null,
    taxes: soldTaxes(booking),
    tipCents: booking.tip_cents,
    totalCents: booking.total_cents,
    dueOnSiteCents: 0,
    reducedCents: reduction.cents,
    reducedTaxCents: reduction.tax_cents,
    payments: payments.map((payment) => ({
      method: payment.method,
      amountCents: payment.amount_cents,
      tipCents: payment.tip_cents,
      settledAt: payment.settled_at,
    })),
    refunds: [],
  });
  const parts = made.payments.map(({ label, cents }) => `${label}: ${formatCents(cents)}`);
  return {
    receipt_number: made.number,
    receipt_tip: formatCents(made.tipCents),
    receipt_total: formatCents(made.totalCents),
    receipt_payments: parts.join('; '),
    receipt_given_back: formatCents(refunds.given_back_cents),
    receipt_owed: formatCents(refunds.owed_cents),
    receipt_reduction: formatCents(reduction.cents),
    receipt_reduction_label: reductionLabel({
      status: booking.status,
      taxCents: reduction.tax_cents,
    }),
  };
}
