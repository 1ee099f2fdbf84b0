import type Stripe from 'stripe';
import type { Dispute, PaymentIntent, Refund } from '../provider.ts';

export const intentFrom = (intent: Stripe.PaymentIntent): PaymentIntent => {
  const { latest_charge: charge, last_payment_error: error } = intent;
  return {
    id: intent.id,
    status: intent.status as PaymentIntent['status'],
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    // Stripe leaves it out only for publishable keys.
    clientSecret: intent.client_secret ?? '',
    methods: intent.payment_method_types,
    metadata: intent.metadata,
    description: intent.description,
    receiptEmail: intent.receipt_email,
    createdAt: instant(intent.created),
    isRedirected:
      intent.status === 'requires_action' && intent.next_action?.type === 'redirect_to_url',
    lastError: error && {
      message: error.message ?? null,
      method: error.payment_method?.type ?? null,
    },
    charge:
      typeof charge === 'object' && charge
        ? { refundedCents: charge.amount_refunded, isDisputed: charge.disputed }
        : null,
  };
};

export const refundFrom = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  intentId: intentIdOf(refund),
  amountCents: refund.amount,
  status: (refund.status ?? 'pending') as Refund['status'],
  metadata: refund.metadata ?? {},
  failureReason: refund.failure_reason ?? null,
});

export const disputeFrom = (dispute: Stripe.Dispute): Dispute => ({
  id: dispute.id,
  intentId: intentIdOf(dispute),
  amountCents: dispute.amount,
  reason: dispute.reason,
  status: dispute.status,
  dueBy: dispute.evidence_details.due_by ? instant(dispute.evidence_details.due_by) : null,
  hasEvidence: dispute.evidence_details.has_evidence,
  openedAt: instant(dispute.created),
  transfers:
    // Some reports leave them out, whatever the type says.
    (dispute as Partial<Stripe.Dispute>).balance_transactions?.map((moved) => ({
      amountCents: moved.amount,
      feeCents: moved.fee,
      madeAt: instant(moved.created),
    })) ?? null,
});

/** The intent of a charge, a refund or a dispute. */
export const intentIdOf = ({
  payment_intent: intent,
}: Pick<Stripe.Refund, 'payment_intent'>): string | null =>
  typeof intent === 'string' ? intent : (intent?.id ?? null);

export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();
