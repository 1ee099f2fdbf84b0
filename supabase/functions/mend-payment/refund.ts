import { CodedError } from '../_shared/http/errors.ts';
import { isRefusal } from '../_shared/payments/provider.ts';
import { sendRefunds } from '../_shared/payments/send-refunds.ts';
import { mendFinding, takeExcess } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/**
 * Refunds money without a booking, which always needs a fresh proof as no refund of ours has it, or an overpayment. `anyway`: also while a bank disputes a payment.
 */
export async function refund(mending: Mending, anyway: boolean): Promise<Mend> {
  const { deps, finding } = mending;
  if (finding.kind === 'paid_without_booking' && finding.payment_intent_id) {
    if (!mending.isProven) throw new CodedError('reauthentication_needed');
    const note = await refundIntent(mending, finding.payment_intent_id);
    await mendFinding(mending, 'refunded', note);
    return 'mended';
  }
  if (finding.kind !== 'amount_unlike') throw new CodedError('nothing_to_refund');
  await sendRefunds(deps, await takeExcess(mending, anyway));
  deps.wakeWorkers();
  return 'mended';
}

/** Returns the refund to record. A refund already made, here or at the provider, is not repeated. */
async function refundIntent(mending: Mending, intentId: string): Promise<string> {
  const { deps, finding } = mending;
  // With a failed refund's key, the provider would return that one and make none.
  const failed = finding.steps.filter(({ step }) => step === 'refund_failed').length;
  try {
    const made = await deps.payments.createRefund(
      { intentId, metadata: { finding_id: finding.id } },
      `finding:${finding.id}:refund${failed > 0 ? `:${failed}` : ''}`,
    );
    return `The refund ${made.id} at ${deps.payments.name}`;
  } catch (error) {
    if (isRefusal(error, 'already_refunded')) {
      return `It was already refunded at ${deps.payments.name}`;
    }
    if (isRefusal(error, 'disputed')) throw new CodedError('charged_back');
    throw error;
  }
}
