import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { sandboxSchema } from './sandbox-schema.ts';
import { errorOf, startSandbox, webhookSecret, type TestSandbox } from './testing.ts';

describeEachDatabase('webhooks of the sandbox', (open) => {
  let database: Database;
  let sandbox: TestSandbox;

  beforeAll(async () => {
    database = await open();
    await sandboxSchema(database);
  });
  beforeEach(async () => {
    await database.pool.query('truncate payments_sandbox.events');
    sandbox = startSandbox(database);
  });
  afterEach(() => sandbox.idle());
  afterAll(() => database.close());

  const paidIntent = () =>
    sandbox.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'cad',
      metadata: { booking_id: 'b-1' },
      payment_method: 'pm_card_visa',
      confirm: true,
    });
  const typesSent = () => sandbox.deliveries.map(({ event }) => event.type);
  const later = (seconds: number) => {
    sandbox.clock.now = new Date(sandbox.clock.now.getTime() + seconds * 1000);
  };

  it('reports a payment, and sends nothing again after the endpoint accepted it', async () => {
    const intent = await paidIntent();
    await sandbox.deliverPending();
    expect(sandbox.deliveries.map(({ event }) => event)).toMatchObject([
      {
        object: 'event',
        type: 'payment_intent.succeeded',
        livemode: false,
        data: { object: { id: intent.id, amount: 2000, metadata: { booking_id: 'b-1' } } },
      },
    ]);
    later(3600);
    expect(await sandbox.deliverPending()).toBe(0);
    expect(sandbox.deliveries).toHaveLength(1);
  });

  it('reports failed and cancelled payments and refunds, in order', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({ amount: 2000, currency: 'cad' });
    const declined = { payment_method: 'pm_card_chargeDeclined' };
    await errorOf(sandbox.stripe.paymentIntents.confirm(intent.id, declined));
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    const { id } = await paidIntent();
    await sandbox.stripe.refunds.create({ payment_intent: id, amount: 500 });
    await sandbox.deliverPending();
    expect(typesSent()).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.canceled',
      'payment_intent.succeeded',
      'charge.refunded',
      'refund.created',
      'refund.updated',
    ]);
    expect(sandbox.deliveries[3]?.event.data.object).toMatchObject({
      payment_intent: id,
      amount_refunded: 500,
    });
  });

  it('signs the exact bytes it sends', async () => {
    await paidIntent();
    await sandbox.deliverPending();
    const [delivery] = sandbox.deliveries;
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]+)/.exec(delivery?.signature ?? '') ?? [];
    const expected = createHmac('sha256', webhookSecret)
      .update(`${time ?? ''}.${delivery?.rawBody ?? ''}`)
      .digest('hex');
    expect(signature).toBe(expected);
  });

  it('retries at growing intervals until the endpoint accepts it', async () => {
    sandbox.endpoint.status = 500;
    await paidIntent();
    await sandbox.deliverPending();
    await sandbox.deliverPending();
    expect(sandbox.deliveries).toHaveLength(1);
    later(5);
    await sandbox.deliverPending();
    later(5);
    await sandbox.deliverPending();
    expect(sandbox.deliveries).toHaveLength(2);
    later(15);
    sandbox.endpoint.status = 200;
    expect(await sandbox.deliverPending()).toBe(1);
    const ids = sandbox.deliveries.map(({ event }) => event.id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  it('keeps undelivered messages over a restart', async () => {
    sandbox.endpoint.status = 503;
    const intent = await paidIntent();
    await sandbox.idle();
    const restarted = startSandbox(database);
    restarted.clock.now = new Date(sandbox.clock.now.getTime() + 60_000);
    expect(await restarted.deliverPending()).toBe(1);
    expect(restarted.deliveries[0]?.event.data.object).toMatchObject({ id: intent.id });
  });

  it('sends each message once when two replicas deliver at the same time', async () => {
    sandbox.endpoint.status = 503;
    for (let count = 0; count < 3; count += 1) await paidIntent();
    await sandbox.idle();
    later(60);
    sandbox.endpoint.status = 200;
    const replica = startSandbox(database);
    replica.clock.now = sandbox.clock.now;
    const before = sandbox.deliveries.length;
    const taken = await Promise.all([sandbox.deliverPending(), replica.deliverPending()]);
    expect(taken[0] + taken[1]).toBe(3);
    expect(sandbox.deliveries.length - before + replica.deliveries.length).toBe(3);
  });

  it('reports nothing that was rolled back', async () => {
    await errorOf(sandbox.stripe.paymentIntents.create({ amount: 1, currency: 'cad' }));
    await sandbox.stripe.paymentIntents.create({ amount: 2000, currency: 'cad' });
    expect(await sandbox.deliverPending()).toBe(0);
  });
});
