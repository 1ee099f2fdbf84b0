import type { Settlement } from '../../../contracts/payments.ts';
import type Stripe from 'stripe';
import type { FunctionDeps } from '../http/deps.ts';
import { paymentsOf, type StoredPayment } from './payment-calls.ts';
import { settleIntent } from './settle-intent.ts';
import { cancelIntent, retrieveIntent } from './stripe-intents.ts';

/** An intent as Stripe sees it now, and what settling it did, when there was something to settle. */
export type OpenPayment = { intent: Stripe.PaymentIntent; settlement: Settlement | null };

// A failed card leaves its intent open: the next card is tried on the same one.
const openStatuses: readonly StoredPayment['status'][] = [
  'requires_payment',
  'processing',
  'failed',
];

/** The intents of a booking that were open when we last looked; money that has arrived is settled. */
export async function lookAtOpenPayments(
  deps: FunctionDeps,
  bookingId: string,
): Promise<{ open: OpenPayment[]; attempts: number }> {
  const payments = await paymentsOf(deps.rest, bookingId);
  const open: OpenPayment[] = [];
  for (const payment of payments.filter((one) => openStatuses.includes(one.status))) {
    const intent = await retrieveIntent(deps.stripe, payment.stripe_payment_intent_id);
    open.push({ intent, settlement: await settleIntent(deps, { intent, bookingId }) });
  }
  return { open, attempts: payments.length };
}

/** Closes one intent for good; money that had already arrived is settled instead. */
export async function closePayment(
  deps: FunctionDeps,
  { intentId, bookingId }: { intentId: string; bookingId: string },
): Promise<OpenPayment> {
  const intent = await cancelIntent(deps.stripe, intentId);
  return { intent, settlement: await settleIntent(deps, { intent, bookingId }) };
}

export const canStillBePaid = (intent: Stripe.PaymentIntent): boolean =>
  intent.status.startsWith('requires_');
