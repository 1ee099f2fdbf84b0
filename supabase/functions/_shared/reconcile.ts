import type { FunctionDeps } from './deps.ts';
import { canStillBePaid, closePayment } from './open-payments.ts';
import { paymentsToReconcile, type PaymentToReconcile } from './payment-calls.ts';
import { settleIntent } from './settle-intent.ts';
import { retrieveIntent } from './stripe-intents.ts';

/**
 * One sweep over payments that were left open: what arrived without our hearing of it is settled, and
 * an intent whose hold lapsed is cancelled so that nobody can pay for a time that is gone. Answers how
 * many were looked at; one that fails is logged and does not hold up the others.
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
        { err: error, paymentIntentId: payment.payment_intent_id },
        'A payment could not be reconciled',
      );
    }
  }
  return payments.length;
}

async function reconcile(deps: FunctionDeps, payment: PaymentToReconcile): Promise<void> {
  const { payment_intent_id: intentId, booking_id: bookingId } = payment;
  const intent = await retrieveIntent(deps.stripe, intentId);
  if (payment.hold_lapsed && canStillBePaid(intent)) {
    await closePayment(deps, { intentId, bookingId });
  } else {
    await settleIntent(deps, { intent, bookingId });
  }
}
