import type Stripe from 'stripe';
import type { PaymentEvent } from '../_shared/payment-calls.ts';

/** What an event says about a payment; null for events that mean nothing to us. */
export function readPaymentEvent(event: Stripe.Event): PaymentEvent | null {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return aboutIntent(event, event.data.object);
    case 'charge.refunded':
      return aboutCharge(event, event.data.object);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return aboutRefund(event, event.data.object);
    default:
      return null;
  }
}

const aboutIntent = (event: Stripe.Event, intent: Stripe.PaymentIntent): PaymentEvent => ({
  eventId: event.id,
  type: event.type,
  intentId: intent.id,
  bookingId: intent.metadata['booking_id'] ?? null,
  amountCents: event.type === 'payment_intent.succeeded' ? intent.amount_received : intent.amount,
  detail: { error: intent.last_payment_error?.message ?? null },
});

function aboutCharge(event: Stripe.Event, charge: Stripe.Charge): PaymentEvent | null {
  const intentId = idOf(charge.payment_intent);
  if (!intentId) return null;
  return {
    eventId: event.id,
    type: event.type,
    intentId,
    bookingId: null,
    amountCents: charge.amount,
    detail: { refunded_cents: charge.amount_refunded },
  };
}

function aboutRefund(event: Stripe.Event, refund: Stripe.Refund): PaymentEvent | null {
  const intentId = idOf(refund.payment_intent);
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
      own_refund_id: refund.metadata?.['refund_id'] ?? null,
      error: refund.failure_reason ?? null,
    },
  };
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
