import type Stripe from 'stripe';
import { CodedError } from '../_shared/errors.ts';
import { followUp } from '../_shared/settle-intent.ts';
import { retrieveIntent } from '../_shared/stripe-intents.ts';
import { attachPayment } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/** Puts the money of a finding to a booking, as far as Stripe still has it. */
export async function attach(mending: Mending, bookingId: string): Promise<Mend> {
  const { deps, finding } = mending;
  if (finding.kind !== 'paid_without_booking' || !finding.payment_intent_id) {
    throw new CodedError('nothing_to_attach');
  }
  return attachIntent(
    mending,
    await retrieveIntent(deps.stripe, finding.payment_intent_id),
    bookingId,
  );
}

/** Also for what a booking's own payment turns out to have been. */
export async function attachIntent(
  mending: Mending,
  intent: Stripe.PaymentIntent,
  bookingId: string,
): Promise<Mend> {
  if (intent.status !== 'succeeded') throw new CodedError('nothing_to_attach');
  const amountCents = intent.amount_received;
  const settled = await attachPayment(mending, {
    intentId: intent.id,
    bookingId,
    cents: amountCents,
  });
  await followUp(mending.deps, settled, { intentId: intent.id, amountCents });
  return settled.outcome === 'refund_due' ? 'refund_due' : 'mended';
}
