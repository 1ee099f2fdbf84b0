import { CodedError } from '../_shared/http/errors.ts';
import type { PaymentIntent } from '../_shared/payments/provider.ts';
import { followUp } from '../_shared/payments/settle-intent.ts';
import { attachPayment } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/** Applies the money of a finding to a booking, as far as the provider still has it. */
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
  const intent = await mending.deps.payments.retrieveIntent(intentId);
  if (intent.status !== 'succeeded' || hasGoneBack(intent)) {
    throw new CodedError('nothing_to_attach');
  }
  const amountCents = intent.receivedCents;
  const settled = await attachPayment(mending, { intentId, bookingId, cents: amountCents });
  await followUp(mending.deps, settled, { intentId, amountCents });
  return settled.outcome === 'refund_due' ? 'refund_due' : 'mended';
}

/** A partial refund, from another tab or at the provider, or a dispute. */
const hasGoneBack = ({ charge }: PaymentIntent): boolean =>
  charge !== null && (charge.refundedCents > 0 || charge.isDisputed);
