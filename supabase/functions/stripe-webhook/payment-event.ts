import type Stripe from 'stripe';
import { bookingId } from '../_shared/http/booking-id.ts';
import type { DisputeReport } from '../_shared/payments/dispute-event.ts';
import type { PaymentEvent } from '../_shared/payments/payment-calls.ts';
import { aboutRefund, intentIdOf } from '../_shared/payments/refund-event.ts';

const eventsWeHear: readonly Stripe.Event['type'][] = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
];

/** Whether an event of this type has an effect. */
export const isHeard = ({ type }: Stripe.Event): boolean =>
  eventsWeHear.includes(type) || type.startsWith('charge.dispute.');

/** What an event says of a dispute; null for all other events. */
export function readDisputeEvent(event: Stripe.Event): DisputeReport | null {
  const { object } = event.data;
  if (!event.type.startsWith('charge.dispute.') || !('object' in object)) return null;
  if (object.object !== 'dispute') return null;
  return { eventId: event.id, type: event.type, reportedAt: event.created, dispute: object };
}

/** What an event means for a payment; null for events without an effect. */
export function readPaymentEvent(event: Stripe.Event): PaymentEvent | null {
  if (!eventsWeHear.includes(event.type)) return null;
  const { object } = event.data;
  if (!('object' in object)) return null;
  if (object.object === 'payment_intent') return aboutIntent(event, object);
  if (object.object === 'charge') return aboutCharge(event, object);
  // The former name of a refund's change, which older webhooks are subscribed to.
  const type = event.type === 'charge.refund.updated' ? 'refund.updated' : event.type;
  return object.object === 'refund' ? aboutRefund({ id: event.id, type }, object) : null;
}

const aboutIntent = (event: Stripe.Event, intent: Stripe.PaymentIntent): PaymentEvent => ({
  eventId: event.id,
  type: event.type,
  intentId: intent.id,
  bookingId: bookingIdIn(intent.metadata),
  amountCents: event.type === 'payment_intent.succeeded' ? intent.amount_received : intent.amount,
  detail: { error: intent.last_payment_error?.message ?? null },
});

function aboutCharge(event: Stripe.Event, charge: Stripe.Charge): PaymentEvent | null {
  const intentId = intentIdOf(charge);
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

// The account may be shared with another shop, whose orders have another kind of id.
const bookingIdIn = (metadata: Stripe.Metadata): string | null =>
  bookingId.safeParse(metadata['booking_id']).data ?? null;
