import { holdsBeingPaid, type Replacement } from '../bookings/booking-calls.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import { canStillBePaid, closePayment, lookAtOpenPayments } from './open-payments.ts';

/**
 * Closes the payments of holds that a new booking replaces: cancels their intents at the provider, and settles
 * payments that succeeded. Throws `replaced_is_paid`, `payment_processing`, `payment_unavailable`.
 */
export async function closeReplacedHolds(deps: FunctionDeps, replacement: Replacement) {
  if (Object.values(replacement).every((one) => one === null)) return;
  for (const bookingId of await holdsBeingPaid(deps.rest, replacement)) {
    await closeHold(deps, bookingId);
  }
}

async function closeHold(deps: FunctionDeps, bookingId: string): Promise<void> {
  const { open } = await lookAtOpenPayments(deps, bookingId);
  for (const found of open) {
    const { intent, settlement } = canStillBePaid(found.intent)
      ? await closePayment(deps, { intentId: found.intent.id, bookingId })
      : found;
    // A payment that came too late is being refunded, and confirms nothing.
    if (settlement?.outcome === 'refund_due') continue;
    if (intent.status === 'succeeded') throw new CodedError('replaced_is_paid');
    if (intent.status !== 'canceled') throw new CodedError('payment_processing');
  }
}
