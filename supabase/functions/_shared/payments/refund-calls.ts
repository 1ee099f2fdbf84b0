import type { ServiceRest } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';

/** Leases pending refunds. */
export const refundsToSend = (rest: ServiceRest, batch: number, leaseSeconds: number) =>
  rpc(rest, 'refunds_to_send', { batch, lease_seconds: leaseSeconds });

export type RefundRecord =
  | { status: 'sent' | 'succeeded' | 'failed'; stripeRefundId: string }
  | { status: 'pending' | 'failed'; error: string };

/** Records the result of a refund; `pending` leaves it to the worker's next attempt. */
export async function recordRefund(
  rest: ServiceRest,
  refundId: string,
  record: RefundRecord,
): Promise<void> {
  await rpc(rest, 'record_refund', {
    target_refund_id: refundId,
    stripe_refund_id: 'stripeRefundId' in record ? record.stripeRefundId : null,
    refund_status: record.status,
    ...('error' in record && { error: record.error.slice(0, 500) }),
  });
}
