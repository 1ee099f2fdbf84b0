import type { FunctionDeps } from '../http/deps.ts';
import { scanPayments } from './finding-calls.ts';
import { canStillBePaid, closePayment } from './open-payments.ts';
import {
  keepHoldForPayment,
  paymentsToReconcile,
  type PaymentToReconcile,
} from './payment-calls.ts';
import { outageOf, type PaymentIntent } from './provider.ts';
import { settleIntent } from './settle-intent.ts';
import { sweepIntents } from './sweep-intents.ts';
import { keepUnmatched } from './unmatched-intent.ts';

/**
 * One sweep over open payments: settles those that succeeded without a notice, and cancels the intents of expired
 * holds. Then lists the provider's payments that our books lack, and checks our own books; mismatches become findings
 * for the owner. Returns the number of checked payments; a failing one is logged and does not stop the others.
 */
export async function reconcilePayments(
  deps: FunctionDeps,
  { batch = 20, olderThanSeconds = 120 }: { batch?: number; olderThanSeconds?: number } = {},
): Promise<number> {
  const payments = await paymentsToReconcile(deps.rest, batch, olderThanSeconds);
  for (const payment of payments) {
    try {
      await reconcile(deps, payment);
    } catch (error) {
      deps.log.warn(
        { err: error, paymentIntentId: payment.payment_intent_id, ...outageOf(error) },
        'A payment could not be reconciled',
      );
    }
  }
  const missing = await sweepOrLog(deps);
  await scanPayments(deps.rest);
  return payments.length + missing;
}

// Our own books are checked also while the provider does not answer.
async function sweepOrLog(deps: FunctionDeps): Promise<number> {
  try {
    return await sweepIntents(deps);
  } catch (error) {
    deps.log.warn({ err: error, ...outageOf(error) }, 'The latest payments could not be listed');
    return 0;
  }
}

/** Longer than the pause between two sweeps, so that the next one comes in time. */
const keptMinutes = 10;
const mostMinutesRedirected = 60;

/**
 * A customer on a payment method's own page keeps the time for an hour at most, and a processing payment keeps it to its
 * end. False for any other payment, and when the time was booked.
 */
async function isKeptOpen(deps: FunctionDeps, intent: PaymentIntent): Promise<boolean> {
  const isOnItsWay = intent.status === 'processing';
  if (!isOnItsWay && !intent.isRedirected) return false;
  return await keepHoldForPayment(deps.rest, {
    intentId: intent.id,
    minutes: keptMinutes,
    mostMinutes: intent.isRedirected ? mostMinutesRedirected : null,
  });
}

async function reconcile(deps: FunctionDeps, payment: PaymentToReconcile): Promise<void> {
  const { payment_intent_id: intentId, booking_id: bookingId } = payment;
  const intent = await deps.payments.retrieveIntent(intentId);
  deps.log.worked?.('payments');
  try {
    if (await isKeptOpen(deps, intent)) return;
    if (payment.hold_lapsed && canStillBePaid(intent)) {
      await closePayment(deps, { intentId, bookingId });
    } else {
      await settleIntent(deps, { intent, bookingId });
    }
  } catch (error) {
    if (intent.status === 'succeeded') await keepUnmatched(deps, intent, 'not_settled');
    throw error;
  }
}
