import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import { fixedTerms } from '../../domain/business/fixed-terms.ts';
import { CodedError } from '../../supabase/functions/_shared/http/errors.ts';
import type { ProviderEvent } from '../../supabase/functions/_shared/payments/provider.ts';
import { newId } from './stored.ts';

type Content<Event> = Event extends unknown ? Omit<Event, 'id' | 'createdAt' | 'currency'> : never;

/** Writes the webhook message in the transaction of its change. */
export async function recordEvent(
  client: PoolClient,
  now: Date,
  content: Content<ProviderEvent>,
): Promise<void> {
  const id = newId('evt');
  const createdAt = now.toISOString();
  const event = { id, createdAt, currency: fixedTerms.currency, ...content };
  await client.query(
    `insert into payments_sandbox.events (id, payload, created_at, next_attempt_at)
     values ($1, $2, $3, $3)`,
    [id, JSON.stringify(event), createdAt],
  );
}

export const signatureHeader = 'payments-sandbox-signature';

export const sign = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(payload).digest('hex');

export function readSignedEvent(
  payload: string,
  headers: Headers,
  secret: string,
): Promise<ProviderEvent> {
  const given = Buffer.from(headers.get(signatureHeader) ?? '');
  const right = Buffer.from(sign(payload, secret));
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    return Promise.reject(new CodedError('invalid_signature'));
  }
  return Promise.resolve(JSON.parse(payload) as ProviderEvent);
}
