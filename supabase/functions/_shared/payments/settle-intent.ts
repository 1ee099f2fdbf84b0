import type { Settlement } from '../../../contracts/payments.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { applyPaymentEvent, settlePayment } from './payment-calls.ts';
import type { PaymentIntent } from './provider.ts';
import { sendRefund } from './send-refunds.ts';

type Target = { intent: PaymentIntent; bookingId: string };

/**
 * Updates our record of an intent from the provider's: a success is settled (and refunded if the booking can no longer
 * have it), a cancelled intent is closed, anything else stays open. Null when there was nothing to record.
 */
export async function settleIntent(deps: FunctionDeps, target: Target): Promise<Settlement | null> {
  const { intent, bookingId } = target;
  if (intent.status === 'canceled') return await recordCancelled(deps, target);
  if (intent.status !== 'succeeded') return null;
  const amountCents = intent.receivedCents;
  const settled = await settlePayment(deps.rest, { intentId: intent.id, bookingId, amountCents });
  await followUp(deps, settled, { intentId: intent.id, amountCents });
  return settled;
}

/** Work that a settlement leaves outside the database: emails and refunds to send. */
export async function followUp(
  deps: FunctionDeps,
  settled: Settlement,
  payment: { intentId: string; amountCents: number },
): Promise<void> {
  if (settled.outcome === 'refund_due' && settled.refund_id) {
    await sendRefund(deps, {
      id: settled.refund_id,
      payment_intent_id: payment.intentId,
      amount_cents: payment.amountCents,
    });
  }
  deps.wakeWorkers();
}

// The sweep may see a cancelled intent before, after or instead of its event: the generated event id makes the
// record the same.
const recordCancelled = (deps: FunctionDeps, { intent, bookingId }: Target) =>
  applyPaymentEvent(deps.rest, {
    eventId: `seen:${intent.id}:canceled`,
    type: 'payment_intent.canceled',
    intentId: intent.id,
    bookingId,
    amountCents: intent.amountCents,
    detail: {},
  });
