import type { OnSiteMethod } from '../../../domain/money/payment-methods.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { recordRefund } from '../_shared/payments/payment-calls.ts';
import { isRefusal, type PaymentProvider } from '../_shared/payments/provider.ts';
import { findSentRefund, statusOf } from '../_shared/payments/send-refunds.ts';
import { mendFinding } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/**
 * Records that money was refunded another way. A pending refund may have reached the provider although its answer was
 * lost: then it is on its way, and must not be paid twice.
 */
export async function givenBack(
  mending: Mending,
  { note, method }: { note: string; method?: OnSiteMethod | undefined },
): Promise<Mend> {
  const { deps, finding } = mending;
  const { refund, payment_intent_id: intentId } = finding;
  if (finding.reason === 'not_sent' && refund && intentId) {
    const sent = await sentUnlessUnknown(deps.payments, intentId, refund.id);
    if (sent) {
      await recordRefund(deps.rest, refund.id, {
        sentId: sent.id,
        status: statusOf(sent),
      });
      if (statusOf(sent) !== 'failed') throw new CodedError('refund_on_its_way');
    }
  }
  await mendFinding(mending, 'by_hand', note, method);
  return 'mended';
}

/** Null also for a payment unknown to the provider: nothing was sent for it. */
async function sentUnlessUnknown(payments: PaymentProvider, intentId: string, refundId: string) {
  try {
    return await findSentRefund(payments, intentId, refundId);
  } catch (error) {
    if (isRefusal(error, 'refused')) return null;
    throw error;
  }
}
