import { holdsBeingPaid, type Replacement } from '../bookings/booking-calls.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import { canStillBePaid, closePayment, lookAtOpenPayments } from './open-payments.ts';

/**
 * Makes sure nobody can still pay for the holds that a new booking replaces: their intents are cancelled at the
 * provider, and money that had arrived is settled.
 * Throws `replaced_is_paid`, `payment_processing`, `payment_unavailable`.
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
    // What came too late for its time is on its way back, and nothing stands because of it.
    if (settlement?.outcome === 'refund_due') continue;
    if (intent.status === 'succeeded') throw new CodedError('replaced_is_paid');
    if (intent.status !== 'canceled') throw new CodedError('payment_processing');
  }
}
