import Stripe from 'stripe';
import { CodedError } from '../_shared/http/errors.ts';
import { recordRefund } from '../_shared/payments/refund-calls.ts';
import { findSentRefund, statusOf } from '../_shared/payments/send-refunds.ts';
import { askStripe } from '../_shared/payments/stripe-intents.ts';
import { mendFinding } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/**
 * Notes that money was handed back another way. A refund that waits may have reached Stripe although its answer
 * was lost: then it is on its way, and nobody is to pay it twice.
 */
export async function givenBack(mending: Mending, note: string): Promise<Mend> {
  const { deps, finding } = mending;
  const { refund, payment_intent_id: intentId } = finding;
  if (finding.reason === 'not_sent' && refund && intentId) {
    const sent = await askStripe(() => sentUnlessUnknown(deps.stripe, intentId, refund.id));
    if (sent) {
      await recordRefund(deps.rest, refund.id, {
        stripeRefundId: sent.id,
        status: statusOf(sent),
      });
      if (statusOf(sent) !== 'failed') throw new CodedError('refund_on_its_way');
    }
  }
  await mendFinding(mending, 'by_hand', note);
  return 'mended';
}

/** Null also for a payment that Stripe does not know: nothing was sent for that. */
async function sentUnlessUnknown(stripe: Stripe, intentId: string, refundId: string) {
  try {
    return await findSentRefund(stripe, intentId, refundId);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}
