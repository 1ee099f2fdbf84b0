import {
  ask,
  beginPaying,
  requestTime,
  verify,
  type Held,
  type Slot,
} from '../fixtures/clients.ts';
import type { Storm } from '../fixtures/storm.ts';
import { webhookEvent, type WebhookEvent } from '../fixtures/webhook-events.ts';

/** What happened to one payment at the provider: four events, and where our books must end. */
export type History = {
  bookingId: string;
  events: WebhookEvent[];
  ends: { booking: string; payment: string; refundedCents: number };
};

export type HistoryKind = (
  storm: Storm,
  held: Held,
  intentId: string,
) => Promise<Omit<History, 'bookingId'>>;

const intentEvent = (storm: Storm, type: string, intentId: string) =>
  webhookEvent(`payment_intent.${type}`, storm.provider.intent(intentId));

/** A card was refused, the next one took its time, was charged, and the owner gave a part back at the provider. */
const paidInTheEnd: HistoryKind = (storm, _, intentId) => {
  const { provider } = storm;
  const partCents = 500;
  provider.decline(intentId);
  const failed = intentEvent(storm, 'payment_failed', intentId);
  provider.startProcessing(intentId);
  const processing = intentEvent(storm, 'processing', intentId);
  provider.charge(intentId);
  const succeeded = intentEvent(storm, 'succeeded', intentId);
  provider.refundByHand(intentId, partCents);
  const refunded = webhookEvent('charge.refunded', provider.chargeOf(intentId));
  return Promise.resolve({
    events: [failed, processing, succeeded, refunded],
    ends: { booking: 'deposit_paid', payment: 'succeeded', refundedCents: partCents },
  });
};

/** Paid, cancelled by the customer, and given back by us. */
const paidAndCancelled: HistoryKind = async (storm, { bookingId }, intentId) => {
  const { provider } = storm;
  provider.charge(intentId);
  const succeeded = intentEvent(storm, 'succeeded', intentId);
  await verify(storm.origin(), bookingId);
  await ask(storm.origin(), '/functions/v1/cancel-booking', { bookingId });
  const refund = provider.refunds().find((one) => one.payment_intent === intentId);
  if (!refund) throw new Error('Nothing was given back');
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

/** Two cards that were refused, and nobody can pay any more. */
const neverPaid: HistoryKind = (storm, _, intentId) => {
  const { provider } = storm;
  provider.startProcessing(intentId);
  const processing = intentEvent(storm, 'processing', intentId);
  provider.decline(intentId);
  const failed = intentEvent(storm, 'payment_failed', intentId);
  const failedAgain = intentEvent(storm, 'payment_failed', intentId);
  provider.close(intentId);
  const canceled = intentEvent(storm, 'canceled', intentId);
  return Promise.resolve({
    events: [processing, failed, failedAgain, canceled],
    ends: { booking: 'pending_payment', payment: 'canceled', refundedCents: 0 },
  });
};

export const historyKinds: readonly HistoryKind[] = [paidInTheEnd, paidAndCancelled, neverPaid];

export async function newHistory(
  storm: Storm,
  kind: HistoryKind,
  slot: Slot,
  email: string,
): Promise<History> {
  const held = await requestTime(storm.origin(), { ...slot, email });
  const intent = await beginPaying(storm.origin(), held.body);
  if (held.status !== 201 || intent.status !== 200) {
    throw new Error(`No payment to tell of: ${held.code} ${intent.code}`);
  }
  const told = await kind(storm, held.body, intent.body.paymentIntentId);
  return { bookingId: held.body.bookingId, ...told };
}
