import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import {
  PaymentProviderError,
  type PaymentIntent,
  type Period,
  type Refund,
} from '../../supabase/functions/_shared/payments/provider.ts';

/** An attempt to pay on a payment method's own page. */
type Attempt = { id: string; method: string; returnUrl: string };

export type StoredIntent = PaymentIntent & {
  attempts: readonly Attempt[];
  /** The attempt that waits for the customer, or that paid. */
  attemptId: string | null;
};

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A random id, for example `pi_3f…`: about 140 bits. */
export const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 24 }, () => letters.charAt(randomInt(letters.length))).join('')}`;

export const refused = (message: string) => new PaymentProviderError('refused', new Error(message));

/** The intent as the product sees it. */
export function shown(stored: StoredIntent): PaymentIntent {
  const { attempts: _, attemptId: __, ...intent } = stored;
  return intent;
}

/** Throws when there is none. With `lock`, other changes wait until this transaction ends. */
export async function findIntent(
  client: PoolClient,
  id: string,
  { lock = false } = {},
): Promise<StoredIntent> {
  const { rows } = await client.query<{ intent: StoredIntent }>(
    `select intent from payments_sandbox.intents where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  if (!rows[0]) throw refused(`There is no payment ${id}.`);
  return rows[0].intent;
}

/** Returns the intent that was inserted first with this key. */
export async function insertIntent(
  client: PoolClient,
  intent: StoredIntent,
  idempotencyKey: string | undefined,
): Promise<StoredIntent> {
  const { rowCount } = await client.query(
    `insert into payments_sandbox.intents (id, intent, idempotency_key, created_at)
     values ($1, $2, $3, $4) on conflict (idempotency_key) do nothing`,
    [intent.id, JSON.stringify(intent), idempotencyKey ?? null, intent.createdAt],
  );
  if (rowCount !== 0) return intent;
  const { rows } = await client.query<{ intent: StoredIntent }>(
    'select intent from payments_sandbox.intents where idempotency_key = $1',
    [idempotencyKey],
  );
  return rows[0]?.intent ?? intent;
}

export async function saveIntent(client: PoolClient, intent: StoredIntent): Promise<StoredIntent> {
  await client.query('update payments_sandbox.intents set intent = $2 where id = $1', [
    intent.id,
    JSON.stringify(intent),
  ]);
  return intent;
}

export async function listIntents(client: PoolClient, { from, until }: Period, most: number) {
  const { rows } = await client.query<{ intent: StoredIntent }>(
    `select intent from payments_sandbox.intents
     where created_at >= $1 and ($2::timestamptz is null or created_at <= $2)
     order by position desc limit $3`,
    [from.toISOString(), until?.toISOString() ?? null, most],
  );
  return rows.map(({ intent }) => intent);
}

export async function refundWithKey(client: PoolClient, key: string | undefined) {
  const { rows } = await client.query<{ refund: Refund }>(
    'select refund from payments_sandbox.refunds where idempotency_key = $1',
    [key ?? null],
  );
  return rows[0]?.refund;
}

export async function insertRefund(
  client: PoolClient,
  refund: Refund,
  stored: { idempotencyKey: string | undefined; now: Date },
): Promise<void> {
  await client.query(
    `insert into payments_sandbox.refunds (id, intent_id, refund, idempotency_key, created_at)
     values ($1, $2, $3, $4, $5)`,
    [
      refund.id,
      refund.intentId,
      JSON.stringify(refund),
      stored.idempotencyKey ?? null,
      stored.now.toISOString(),
    ],
  );
}

export async function listRefunds(
  client: PoolClient,
  of: Period | { intentId: string },
  most: number,
): Promise<Refund[]> {
  const { intentId, from, until } = { intentId: null, from: null, until: null, ...of };
  const { rows } = await client.query<{ refund: Refund }>(
    `select refund from payments_sandbox.refunds
     where ($1::text is null or intent_id = $1)
       and ($2::timestamptz is null or created_at >= $2)
       and ($3::timestamptz is null or created_at <= $3)
     order by position desc limit $4`,
    [intentId, from?.toISOString() ?? null, until?.toISOString() ?? null, most],
  );
  return rows.map(({ refund }) => refund);
}
