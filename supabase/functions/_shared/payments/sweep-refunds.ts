import type { FunctionDeps } from '../http/deps.ts';
import { unrecordedRefunds } from './finding-calls.ts';
import { applyPaymentEvent, refundEvent } from './payment-calls.ts';
import type { Refund } from './provider.ts';

/**
 * Records the provider's refunds since then that our books lack: made on its pages, or by us with a lost answer.
 * Returns their number.
 */
export async function sweepRefunds(deps: FunctionDeps, since: Date, most: number): Promise<number> {
  const made = await deps.payments.listRefunds({ from: since }, most);
  if (made.length === 0) return 0;
  const unrecorded = new Set(await unrecordedRefunds(deps.rest, made));
  const missing = made.filter(({ id }) => unrecorded.has(id));
  for (const refund of missing) await noteRefund(deps, refund);
  return missing.length;
}

// One after the other; a failing one does not stop the rest. The generated event id records each state once.
async function noteRefund(deps: FunctionDeps, refund: Refund): Promise<void> {
  const event = refundEvent(
    { id: `seen:${refund.id}:${refund.status}`, type: 'refund.updated' },
    refund,
  );
  try {
    if (event) await applyPaymentEvent(deps.rest, event);
  } catch (error) {
    deps.log.warn({ err: error, providerRefundId: refund.id }, 'A refund could not be recorded');
  }
}
