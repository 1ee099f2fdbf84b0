import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import type { CardOutcome } from './cards.ts';
import { noSuch } from './stripe-failure.ts';

export type StoredObjects = {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
};
export type Kind = keyof StoredObjects;
type AnyStored = StoredObjects[Kind];

/** The object with this id, of any kind, or null. */
export async function findAny(client: PoolClient, id: string): Promise<AnyStored | null> {
  const { rows } = await client.query<{ object: AnyStored }>(
    'select object from payments_sandbox.objects where id = $1',
    [id],
  );
  return rows[0]?.object ?? null;
}

/**
 * The object of this kind and id; throws `resource_missing` (404) otherwise. `param` is the id's name in that
 * error. With `lock`, other changes wait until this transaction ends.
 */
export async function getObject<K extends Kind>(
  client: PoolClient,
  kind: K,
  id: string,
  options: { param?: string; lock?: boolean } = {},
): Promise<StoredObjects[K]> {
  const { rows } = await client.query<{ object: StoredObjects[K] }>(
    `select object from payments_sandbox.objects where id = $1 and kind = $2
     ${options.lock ? 'for update' : ''}`,
    [id, kind],
  );
  const found = rows[0]?.object;
  if (!found) throw noSuch(kind, id, options.param ?? 'id');
  return found;
}

/** Inserts the object, or replaces its older state. */
export async function saveObject(
  client: PoolClient,
  object: AnyStored,
  outcome: CardOutcome | null = null,
): Promise<void> {
  await client.query(
    `insert into payments_sandbox.objects (id, object, outcome) values ($1, $2, $3)
     on conflict (id) do update set object = excluded.object`,
    [object.id, JSON.stringify(object), outcome],
  );
}

export async function outcomeOf(client: PoolClient, paymentMethodId: string): Promise<CardOutcome> {
  const { rows } = await client.query<{ outcome: CardOutcome }>(
    `select outcome from payments_sandbox.objects where id = $1 and kind = 'payment_method'`,
    [paymentMethodId],
  );
  const outcome = rows[0]?.outcome;
  if (!outcome) throw noSuch('PaymentMethod', paymentMethodId, 'payment_method');
  return outcome;
}

export type Page = {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  /** Seconds since 1970. */
  created?: Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number | undefined>> | undefined;
};

/** Newest first, one page in the provider's list shape. `belongsTo` compares top-level fields. */
export async function listObjects<K extends Kind>(
  client: PoolClient,
  kind: K,
  url: string,
  page: Page,
  belongsTo: Record<string, string | undefined> = {},
) {
  const wanted = Object.fromEntries(
    Object.entries(belongsTo).filter(([, value]) => value !== undefined),
  );
  const isBackward = page.ending_before !== undefined;
  const cursor = page.starting_after ?? page.ending_before;
  if (cursor !== undefined) await getObject(client, kind, cursor, { param: 'starting_after' });
  const { gt, gte, lt, lte } = page.created ?? {};
  const { rows } = await client.query<{ object: StoredObjects[K] }>(
    `select object from payments_sandbox.objects
     where kind = $1 and object @> $2
       and (object ->> 'created')::bigint > coalesce($5::bigint, 0) and (object ->> 'created')::bigint >= coalesce($6::bigint, 0)
       and ($7::bigint is null or (object ->> 'created')::bigint < $7)
       and ($8::bigint is null or (object ->> 'created')::bigint <= $8)
       and ($3::text is null or position ${isBackward ? '>' : '<'}
            (select position from payments_sandbox.objects where id = $3))
     order by position ${isBackward ? 'asc' : 'desc'} limit $4`,
    [
      kind,
      JSON.stringify(wanted),
      cursor ?? null,
      page.limit + 1,
      gt ?? null,
      gte ?? null,
      lt ?? null,
      lte ?? null,
    ],
  );
  const data = rows.slice(0, page.limit).map((row) => row.object);
  if (isBackward) data.reverse();
  return { object: 'list' as const, url, has_more: rows.length > page.limit, data };
}
