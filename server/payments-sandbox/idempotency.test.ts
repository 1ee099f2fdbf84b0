import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { errorOf, openSandbox, type TestSandbox } from './testing.ts';

describeEachDatabase('idempotency keys of the sandbox', (open) => {
  let database: Database;
  let sandbox: TestSandbox;
  const amount = { amount: 2000, currency: 'cad', metadata: { booking_id: 'b-1' } };

  beforeAll(async () => {
    database = await open();
    sandbox = await openSandbox(database);
  });
  afterAll(async () => {
    await sandbox.idle();
    await database.close();
  });

  it('returns the same answer again and marks it as a replay', async () => {
    const key = { idempotencyKey: 'same' };
    const first = await sandbox.stripe.paymentIntents.create(amount, key);
    const second = await sandbox.stripe.paymentIntents.create(amount, key);
    expect(second.id).toBe(first.id);
    expect(headerOf(first, 'idempotent-replayed')).toBeNull();
    expect(headerOf(second, 'idempotent-replayed')).toBe('true');
    expect(headerOf(second, 'original-request')).toBe(headerOf(first, 'request-id'));
  });

  it('makes one object of simultaneous calls with the same key', async () => {
    const calls = Array.from({ length: 8 }, () =>
      sandbox.stripe.paymentIntents.create(amount, { idempotencyKey: 'at once' }),
    );
    const ids = (await Promise.all(calls)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  });

  it('refuses the key with other parameters and at another path', async () => {
    const key = { idempotencyKey: 'taken' };
    const intent = await sandbox.stripe.paymentIntents.create(amount, key);
    const other = sandbox.stripe.paymentIntents.create({ ...amount, amount: 2001 }, key);
    expect(await errorOf(other)).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
    const elsewhere = sandbox.stripe.paymentIntents.cancel(intent.id, {}, key);
    expect(await errorOf(elsewhere)).toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('keeps a declined payment, but not a request that could not run', async () => {
    const declined = { idempotencyKey: 'declined' };
    const { id } = await sandbox.stripe.paymentIntents.create(amount);
    const pay = () =>
      sandbox.stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_chargeDeclined' },
        declined,
      );
    const [first, second] = [await errorOf(pay()), await errorOf(pay())];
    expect(first).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect(second.charge).toBe(first.charge);
    expect(second.headers?.['idempotent-replayed']).toBe('true');

    const mended = { idempotencyKey: 'mended' };
    await errorOf(sandbox.stripe.paymentIntents.create({ ...amount, amount: 1 }, mended));
    expect(await sandbox.stripe.paymentIntents.create(amount, mended)).toMatchObject({
      amount: 2000,
    });
  });

  it('expires a key after a day', async () => {
    const key = { idempotencyKey: 'old' };
    const first = await sandbox.stripe.paymentIntents.create(amount, key);
    sandbox.clock.now = new Date(sandbox.clock.now.getTime() + 25 * 3_600_000);
    const second = await sandbox.stripe.paymentIntents.create(amount, key);
    expect(second.id).not.toBe(first.id);
  });
});

// With our own fetch, the client's "last response" is that fetch's answer.
const headerOf = (answer: Stripe.Response<unknown>, name: string) =>
  (answer.lastResponse as unknown as Response).headers.get(name);
