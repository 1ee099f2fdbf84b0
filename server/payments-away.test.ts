import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentProvider } from '../supabase/functions/_shared/payments/provider.ts';
import { reconcilePayments } from '../supabase/functions/_shared/payments/reconcile.ts';
import { stripePayments } from '../supabase/functions/_shared/payments/stripe/stripe-payments.ts';
import type { Database } from './backend/database/database.ts';
import { openCopy } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

let database: Database;
let host: FunctionHost;
beforeAll(async () => {
  database = await openCopy();
  host = await startFunctionHost(database);
});
afterAll(() => database.close());

/** A payment provider that answers every call like this. */
const providerThat = (answer: () => Promise<Response>) =>
  stripePayments({
    secretKey: 'sk_live_old',
    webhookSecret: 'whsec_test',
    fetch: answer,
    retries: 0,
  });

const refusesKeys = () =>
  Promise.resolve(
    Response.json(
      { error: { type: 'invalid_request_error', message: 'Expired API Key provided' } },
      { status: 401 },
    ),
  );

async function sweep(payments: PaymentProvider) {
  await database.pool.query(`update public.payment_scans set swept_at = '-infinity'`);
  await reconcilePayments({ ...host.deps, payments });
  // As if it had gone on for a while.
  await database.pool.query(
    `update private.service_troubles set since = since - interval '20 minutes'`,
  );
  const { rows } = await database.pool.query<{ kind: string; reason: string }>(
    'select kind, reason from private.owner_troubles() order by kind',
  );
  return rows;
}

test('the owner reads that the payment provider is away or refuses the keys, until it answers', async () => {
  expect(await sweep(providerThat(refusesKeys))).toEqual([
    { kind: 'payment_keys', reason: 'Expired API Key provided' },
  ]);
  expect(await sweep(providerThat(() => Promise.reject(new Error('no route'))))).toEqual([
    { kind: 'payments', reason: expect.stringMatching(/no route|connection/i) as string },
  ]);
  expect(await sweep(host.deps.payments)).toEqual([]);
});
