import type { LinkedBalance } from '../../contracts/balance.ts';
import type { FunctionDeps } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { beginBalance } from '../_shared/payments/balance-calls.ts';
import {
  canStillBePaid,
  closePayment,
  lookAtOpenPayments,
} from '../_shared/payments/open-payments.ts';
import type { PaymentIntent } from '../_shared/payments/provider.ts';

const mostTries = 3;

/**
 * The single intent for the balance of a booking. What has arrived is settled first, so `readDue` sees it. An open
 * intent with the same amount and tip is reused, another one is cancelled. Of two windows at once, the database lets
 * one begin; the other one finds its intent in the next try.
 */
export async function openBalanceIntent(
  deps: FunctionDeps,
  bookingId: string,
  tipCents: number,
  readDue: () => Promise<LinkedBalance>,
): Promise<PaymentIntent> {
  for (let tries = 1; ; tries += 1) {
    const { open } = await lookAtOpenPayments(deps, bookingId);
    if (open.some(({ intent }) => intent.status === 'processing')) {
      throw new CodedError('payment_processing');
    }
    const balance = await readDue();
    const intents = open.map(({ intent }) => intent).filter(canStillBePaid);
    const usable = intents.find((intent) => isFor(intent, balance.due_cents, tipCents));
    for (const { id } of intents.filter((intent) => intent !== usable)) {
      await closePayment(deps, { intentId: id, bookingId });
    }
    if (usable) return usable;
    try {
      return await begin(deps, balance, tipCents);
    } catch (error) {
      const isBegunElsewhere = error instanceof CodedError && error.code === 'payment_open';
      if (!isBegunElsewhere || tries === mostTries) throw error;
    }
  }
}

const isFor = (intent: PaymentIntent, dueCents: number, tipCents: number): boolean =>
  intent.amountCents === dueCents + tipCents && intent.metadata['tip_cents'] === String(tipCents);

async function begin(deps: FunctionDeps, balance: LinkedBalance, tipCents: number) {
  const intent = await deps.payments.createIntent({
    amountCents: balance.due_cents + tipCents,
    description: `Balance of ${balance.service_name} on ${balance.booking_date}`,
    metadata: {
      booking_id: balance.booking_id,
      purpose: 'balance',
      tip_cents: String(tipCents),
    },
  });
  try {
    await beginBalance(deps.rest, {
      bookingId: balance.booking_id,
      intentId: intent.id,
      amountCents: intent.amountCents,
      tipCents,
    });
  } catch (error) {
    // Another window began meanwhile, or something else was paid: this one must not be paid.
    await deps.payments.cancelIntent(intent.id);
    throw error;
  }
  return intent;
}
