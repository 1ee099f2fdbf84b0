import type Stripe from 'stripe';
import { CodedError } from '../_shared/http/errors.ts';
import { followUp } from '../_shared/payments/settle-intent.ts';
import { retrieveIntent } from '../_shared/payments/stripe-intents.ts';
import { attachPayment } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/** Applies the money of a finding to a booking, as far as Stripe still has it. */
export async function attach(mending: Mending, bookingId: string): Promise<Mend> {
  const { finding } = mending;
  if (finding.kind !== 'paid_without_booking' || !finding.payment_intent_id) {
    throw new CodedError('nothing_to_attach');
  }
  return attachIntent(mending, finding.payment_intent_id, bookingId);
}

/** Also for what turns out to be a booking's own payment. */
export async function attachIntent(
  mending: Mending,
  intentId: string,
  bookingId: string,
): Promise<Mend> {
  const intent = await retrieveIntent(mending.deps.stripe, intentId, ['latest_charge']);
  if (intent.status !== 'succeeded' || hasGoneBack(intent)) {
    throw new CodedError('nothing_to_attach');
  }
  const amountCents = intent.amount_received;
  const settled = await attachPayment(mending, { intentId, bookingId, cents: amountCents });
  await followUp(mending.deps, settled, { intentId, amountCents });
  return settled.outcome === 'refund_due' ? 'refund_due' : 'mended';
}

/** A partial refund, from another tab or at Stripe, or a dispute. */
const hasGoneBack = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  typeof charge === 'object' && charge !== null && (charge.amount_refunded > 0 || charge.disputed);
