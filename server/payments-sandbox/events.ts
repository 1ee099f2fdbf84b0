import type { PoolClient } from 'pg';
import { newId } from './new-id.ts';
import { unixSeconds } from './new-objects.ts';

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.updated'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed';

/** The request that caused the change: part of the event, as at the provider. */
export type Cause = { requestId: string; idempotencyKey: string | null };

/** Writes the webhook message in the transaction of its change. */
export async function recordEvent(
  client: PoolClient,
  type: EventType,
  object: object,
  cause: Cause,
  now: Date,
): Promise<void> {
  const id = newId('evt');
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: unixSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  };
  await client.query(
    `insert into payments_sandbox.events (id, payload, created_at, next_attempt_at)
     values ($1, $2, $3, $3)`,
    [id, JSON.stringify(event), now.toISOString()],
  );
}
