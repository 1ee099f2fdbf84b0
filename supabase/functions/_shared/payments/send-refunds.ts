import type { DecidedRefund } from '../../../contracts/booking.ts';
import type { RefundToSend } from '../../../contracts/payments.ts';
import type Stripe from 'stripe';
import type { FunctionDeps } from '../http/deps.ts';
import { recordRefund, refundsToSend } from './refund-calls.ts';
import { isRefusal, stripeOutage } from './stripe-intents.ts';

type RefundDeps = Pick<FunctionDeps, 'rest' | 'stripe' | 'log'>;

/**
 * Sends one refund now. A failure is recorded in the refund, which the worker retries; nothing is thrown, because
 * the decision to refund stands either way.
 */
export async function sendRefund(deps: RefundDeps, refund: RefundToSend): Promise<void> {
  try {
    const sent = await createRefund(deps.stripe, refund);
    deps.log.worked?.('payments');
    await recordRefund(deps.rest, refund.id, { stripeRefundId: sent.id, status: statusOf(sent) });
  } catch (error) {
    deps.log.warn(
      { err: error, refundId: refund.id, ...stripeOutage(error) },
      'A refund could not be sent',
    );
    await noteFailure(deps, refund, error);
  }
}

/** Sends the refunds of a cancellation; on-site payments are refunded by hand. */
export async function sendRefunds(
  deps: RefundDeps,
  refunds: readonly DecidedRefund[],
): Promise<void> {
  for (const { id, payment_intent_id, amount_cents } of refunds) {
    if (payment_intent_id) await sendRefund(deps, { id, payment_intent_id, amount_cents });
  }
}

/** Sends the pending refunds, including those that a request could not send. Returns their number. */
export async function sendDueRefunds(
  deps: RefundDeps,
  { batch = 20, leaseSeconds = 120 }: { batch?: number; leaseSeconds?: number } = {},
): Promise<number> {
  const refunds = await refundsToSend(deps.rest, batch, leaseSeconds);
  for (const refund of refunds) await sendRefund(deps, refund);
  return refunds.length;
}

// Stripe forgets an idempotency key after a day, and a retry may come later; the refund's own id in the metadata
// stays.
async function createRefund(stripe: Stripe, refund: RefundToSend): Promise<Stripe.Refund> {
  const same = await findSentRefund(stripe, refund.payment_intent_id, refund.id);
  if (same) return same;
  return await stripe.refunds.create(
    {
      payment_intent: refund.payment_intent_id,
      amount: refund.amount_cents,
      metadata: { refund_id: refund.id },
    },
    { idempotencyKey: `refund:${refund.id}` },
  );
}

/** Our refund at Stripe, whether or not its answer arrived. */
export async function findSentRefund(
  stripe: Stripe,
  intentId: string,
  refundId: string,
): Promise<Stripe.Refund | undefined> {
  const made = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
  return made.data.find(({ metadata }) => metadata?.['refund_id'] === refundId);
}

/** Stripe's refund status in our terms. */
export const statusOf = ({ status }: Stripe.Refund) => {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'sent';
};

async function noteFailure(deps: RefundDeps, refund: RefundToSend, error: unknown): Promise<void> {
  // Money that was returned another way, or that a bank took back, can't be refunded: a retry would not help.
  const isFinal =
    isRefusal(error, 'charge_already_refunded') || isRefusal(error, 'charge_disputed');
  try {
    await recordRefund(deps.rest, refund.id, {
      status: isFinal ? 'failed' : 'pending',
      error: error instanceof Error ? error.message : String(error),
    });
  } catch (secondError) {
    deps.log.error({ err: secondError, refundId: refund.id }, 'A refund could not be recorded');
  }
}
