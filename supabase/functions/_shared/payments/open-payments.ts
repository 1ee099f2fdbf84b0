import type { Settlement } from '../../../contracts/payments.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { paymentsOf, type StoredPayment } from './payment-calls.ts';
import { settleIntent } from './settle-intent.ts';
import type { PaymentIntent } from './provider.ts';

/** The current intent at the provider, and the result of settling it, if there was anything to settle. */
export type OpenPayment = { intent: PaymentIntent; settlement: Settlement | null };

// A failed card leaves its intent open: the next card uses the same one.
const openStatuses: readonly StoredPayment['status'][] = [
  'requires_payment',
  'processing',
  'failed',
];

/** The intents of a booking that our books list as open; succeeded ones are settled. */
export async function lookAtOpenPayments(
  deps: FunctionDeps,
  bookingId: string,
): Promise<{ open: OpenPayment[]; attempts: number }> {
  const payments = await paymentsOf(deps.rest, bookingId);
  const open: OpenPayment[] = [];
  for (const payment of payments.filter((one) => openStatuses.includes(one.status))) {
    const intent = await deps.payments.retrieveIntent(payment.intentId);
    open.push({ intent, settlement: await settleIntent(deps, { intent, bookingId }) });
  }
  return { open, attempts: payments.length };
}

/** Cancels one intent; a succeeded one is settled instead. */
export async function closePayment(
  deps: FunctionDeps,
  { intentId, bookingId }: { intentId: string; bookingId: string },
): Promise<OpenPayment> {
  const intent = await deps.payments.cancelIntent(intentId);
  return { intent, settlement: await settleIntent(deps, { intent, bookingId }) };
}

export const canStillBePaid = (intent: PaymentIntent): boolean =>
  intent.status.startsWith('requires_');
