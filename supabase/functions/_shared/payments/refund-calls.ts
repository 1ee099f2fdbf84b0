import { z } from 'zod';
import type { ServiceRest } from '../http/deps.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

const refundToSend = z.object({
  id: z.string(),
  payment_intent_id: z.string(),
  amount_cents: z.number().int().positive(),
});

/** A refund that was decided and must reach the card. */
export type RefundToSend = z.infer<typeof refundToSend>;

/** Claims refunds that wait, for as long as the lease lasts. */
export async function refundsToSend(rest: ServiceRest, batch: number, leaseSeconds: number) {
  return rpcAnswer(
    rest.rpc('refunds_to_send', { batch, lease_seconds: leaseSeconds }),
    z.array(refundToSend),
  );
}

export type RefundRecord =
  | { status: 'sent' | 'succeeded' | 'failed'; stripeRefundId: string }
  | { status: 'pending' | 'failed'; error: string };

/** Writes down what became of a refund; `pending` leaves it to the worker's next try. */
export async function recordRefund(
  rest: ServiceRest,
  refundId: string,
  record: RefundRecord,
): Promise<void> {
  await rpcAnswer(
    rest.rpc('record_refund', {
      target_refund_id: refundId,
      stripe_refund_id: 'stripeRefundId' in record ? record.stripeRefundId : null,
      refund_status: record.status,
      ...('error' in record && { error: record.error.slice(0, 500) }),
    }),
    z.unknown(),
  );
}
