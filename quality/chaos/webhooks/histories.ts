import { holdToPay, type HeldToPay } from '../fixtures/bookings.ts';
import { cancel, verify, type Wish } from '../fixtures/clients.ts';
import type { System } from '../fixtures/system.ts';
import { webhookEvent, type WebhookEvent } from '../fixtures/webhook-events.ts';

/** What happened to one payment at the provider: four events, and the state our books must reach. */
export type History = {
  bookingId: string;
  events: WebhookEvent[];
  ends: { booking: string; payment: string; refundedCents: number };
};

export type HistoryKind = (system: System, held: HeldToPay) => Promise<Omit<History, 'bookingId'>>;

const intentEvent = (system: System, type: string, intentId: string) =>
  webhookEvent(`payment_intent.${type}`, system.provider.intent(intentId));

/**
 * One card was refused, the next one took its time and was charged, and the owner made a partial refund at the
 * provider.
 */
const paidInTheEnd: HistoryKind = (system, { intentId }) => {
  const { provider } = system;
  const partCents = 500;
  provider.decline(intentId);
  const failed = intentEvent(system, 'payment_failed', intentId);
  provider.startProcessing(intentId);
  const processing = intentEvent(system, 'processing', intentId);
  provider.charge(intentId);
  const succeeded = intentEvent(system, 'succeeded', intentId);
  provider.refundByHand(intentId, partCents);
  const refunded = webhookEvent('charge.refunded', provider.chargeOf(intentId));
  return Promise.resolve({
    events: [failed, processing, succeeded, refunded],
    ends: { booking: 'deposit_paid', payment: 'succeeded', refundedCents: partCents },
  });
};

/** Paid, cancelled by the customer, and refunded by us. */
const paidAndCancelled: HistoryKind = async (system, { bookingId, intentId }) => {
  const { provider } = system;
  provider.charge(intentId);
  const succeeded = intentEvent(system, 'succeeded', intentId);
  await verify(system.origin(), bookingId);
  await cancel(system.origin(), bookingId);
  const refund = provider.refunds().find((one) => one.payment_intent === intentId);
  if (!refund) throw new Error('Nothing was refunded');
  return {
    events: [
      succeeded,
      webhookEvent('refund.created', { ...refund, status: 'pending' }),
      webhookEvent('refund.updated', refund),
      webhookEvent('charge.refunded', provider.chargeOf(intentId)),
    ],
    ends: { booking: 'cancelled', payment: 'succeeded', refundedCents: refund.amount },
  };
};

/** Two refused cards; the intent can no longer be paid. */
const neverPaid: HistoryKind = (system, { intentId }) => {
  const { provider } = system;
  provider.startProcessing(intentId);
  const processing = intentEvent(system, 'processing', intentId);
  provider.decline(intentId);
  const failed = intentEvent(system, 'payment_failed', intentId);
  const failedAgain = intentEvent(system, 'payment_failed', intentId);
  provider.close(intentId);
  const canceled = intentEvent(system, 'canceled', intentId);
  return Promise.resolve({
    events: [processing, failed, failedAgain, canceled],
    ends: { booking: 'pending_payment', payment: 'canceled', refundedCents: 0 },
  });
};

export const historyKinds: readonly HistoryKind[] = [paidInTheEnd, paidAndCancelled, neverPaid];

export async function newHistory(system: System, kind: HistoryKind, wish: Wish): Promise<History> {
  const held = await holdToPay(system, wish);
  return { bookingId: held.bookingId, ...(await kind(system, held)) };
}
