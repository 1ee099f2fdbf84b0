import { CodedError } from '../_shared/http/errors.ts';
import { sendRefund } from '../_shared/payments/send-refunds.ts';
import { mendFinding, takeRetry } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/**
 * Resends a stuck refund. One that fails again waits for the worker and for another check. `anyway`: also while a bank
 * disputes a payment.
 */
export async function retryRefund(mending: Mending, anyway: boolean): Promise<Mend> {
  if (mending.finding.kind !== 'refund_stuck') throw new CodedError('nothing_to_refund');
  await sendRefund(mending.deps, await takeRetry(mending, anyway));
  return (await isStillOpen(mending)) ? 'open' : 'mended';
}

// A failed one was replaced by another, and is closed already.
async function isStillOpen(mending: Mending): Promise<boolean> {
  try {
    return await mendFinding(mending, 'asked', null);
  } catch (error) {
    if (error instanceof CodedError && error.code === 'finding_closed') return false;
    throw error;
  }
}
