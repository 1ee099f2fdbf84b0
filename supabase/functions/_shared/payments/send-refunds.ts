import type { DecidedRefund } from '../../../contracts/booking.ts';
import type { RefundToSend } from '../../../contracts/payments.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { recordRefund, refundsToSend } from './payment-calls.ts';
import { isRefusal, outageOf, wordsOf, type PaymentProvider, type Refund } from './provider.ts';

type RefundDeps = Pick<FunctionDeps, 'rest' | 'payments' | 'log'>;

/**
 * Sends one refund now. A failure is recorded in the refund, which the worker retries; nothing is thrown, because
 * the decision to refund stands either way.
 */
export async function sendRefund(deps: RefundDeps, refund: RefundToSend): Promise<void> {
  try {
    const sent = await createRefund(deps.payments, refund);
    deps.log.worked?.('payments');
    await recordRefund(deps.rest, refund.id, { sentId: sent.id, status: statusOf(sent) });
  } catch (error) {
    deps.log.warn(
      { err: error, refundId: refund.id, ...outageOf(error) },
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

// A provider forgets an idempotency key after a day, and a retry may come later; the refund's own id in the metadata
// stays.
async function createRefund(payments: PaymentProvider, refund: RefundToSend): Promise<Refund> {
  const { id, payment_intent_id: intentId, amount_cents: amountCents } = refund;
  const same = await findSentRefund(payments, intentId, id);
  if (same) return same;
  return await payments.createRefund(
    { intentId, amountCents, metadata: { refund_id: id } },
    `refund:${id}`,
  );
}

/** Our refund at the provider, whether or not its answer arrived. */
export async function findSentRefund(
  payments: PaymentProvider,
  intentId: string,
  refundId: string,
): Promise<Refund | undefined> {
  const made = await payments.listRefunds({ intentId }, 100);
  return made.find(({ metadata }) => metadata['refund_id'] === refundId);
}

/** The status of a refund in our books. */
export const statusOf = ({ status }: Refund) => {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'sent';
};

async function noteFailure(deps: RefundDeps, refund: RefundToSend, error: unknown): Promise<void> {
  // Money that was returned another way, or that a bank took back, can't be refunded: a retry would not help.
  const isFinal = isRefusal(error, 'already_refunded') || isRefusal(error, 'disputed');
  try {
    await recordRefund(deps.rest, refund.id, {
      status: isFinal ? 'failed' : 'pending',
      error: wordsOf(error),
    });
  } catch (secondError) {
    deps.log.error({ err: secondError, refundId: refund.id }, 'A refund could not be recorded');
  }
}
