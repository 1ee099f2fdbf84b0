import type Stripe from 'stripe';
import type { PaymentEvent } from './payment-calls.ts';

/** What Stripe's refund event means for a payment; null for a refund of anything else. */
export function aboutRefund(
  event: Pick<Stripe.Event, 'id' | 'type'>,
  refund: Stripe.Refund,
): PaymentEvent | null {
  const intentId = intentIdOf(refund);
  if (!intentId) return null;
  return {
    eventId: event.id,
    type: event.type,
    intentId,
    bookingId: null,
    amountCents: refund.amount,
    detail: {
      refund_id: refund.id,
      refund_status: refund.status,
      // The id of our own refund; null for one from Stripe's dashboard.
      own_refund_id: refund.metadata?.['refund_id'] ?? null,
      error: refund.failure_reason ?? null,
    },
  };
}

/** The intent of a charge or a refund. */
export const intentIdOf = ({
  payment_intent: intent,
}: Pick<Stripe.Refund, 'payment_intent'>): string | null =>
  typeof intent === 'string' ? intent : (intent?.id ?? null);
