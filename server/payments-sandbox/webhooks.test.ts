import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { sign, signatureHeader } from './events.ts';
import { sandboxSchema } from './sandbox-schema.ts';
import {
  goodCard,
  newIntent,
  paidIntent,
  payInBrowser,
  startSandbox,
  type TestSandbox,
} from './testing.ts';

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

  const typesSent = () => sandbox.deliveries.map(({ type }) => type);
  const later = (seconds: number) => {
    sandbox.clock.now = new Date(sandbox.clock.now.getTime() + seconds * 1000);
  };

  it('reports a payment, and sends nothing again after the endpoint accepted it', async () => {
    const intent = await paidIntent(sandbox);
    await sandbox.deliverPending();
    expect(sandbox.deliveries).toMatchObject([
      {
        type: 'payment_intent.succeeded',
        currency: 'cad',
        intent: { id: intent.id, receivedCents: 2000, metadata: { booking_id: 'b-1' } },
      },
    ]);
    later(3600);
    expect(await sandbox.deliverPending()).toBe(0);
    expect(sandbox.deliveries).toHaveLength(1);
  });

  it('reports failed and cancelled payments and refunds, in order', async () => {
    const intent = await newIntent(sandbox);
    await payInBrowser(sandbox, intent, { ...goodCard, number: '4000000000000002' });
    await sandbox.provider.cancelIntent(intent.id);
    const { id } = await paidIntent(sandbox);
    await sandbox.provider.createRefund({ intentId: id, amountCents: 500, metadata: {} });
    await paidIntent(sandbox, 2000, { number: '4000000000000259' });
    await sandbox.deliverPending();
    expect(typesSent()).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.canceled',
      'payment_intent.succeeded',
      'charge.refunded',
      'refund.created',
      'refund.updated',
      'payment_intent.succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(sandbox.deliveries[3]).toMatchObject({
      charge: { intentId: id, amountCents: 2000, refundedCents: 500 },
    });
  });

  it('are refused when they were changed, or signed by somebody else', async () => {
    const [intent, headers] = [await paidIntent(sandbox), new Headers()];
    const { rows } = await database.pool.query<{ payload: string }>(
      'select payload from payments_sandbox.events',
    );
    const payload = rows[0]?.payload ?? '';
    const read = (body: string) => sandbox.provider.readEvent(body, headers);
    await expect(read(payload)).rejects.toMatchObject({ code: 'invalid_signature' });
    headers.set(signatureHeader, sign(payload, 'a secret of the sandbox'));
    expect(await read(payload)).toMatchObject({ intent: { id: intent.id } });
    await expect(read(payload.replace('2000', '9000'))).rejects.toMatchObject({
      code: 'invalid_signature',
    });
    headers.set(signatureHeader, sign(payload, 'another secret'));
    await expect(read(payload)).rejects.toMatchObject({ code: 'invalid_signature' });
  });

  it('retries at growing intervals until the endpoint accepts it', async () => {
    sandbox.endpoint.status = 500;
    await paidIntent(sandbox);
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
    const ids = sandbox.deliveries.map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  it('keeps undelivered messages over a restart', async () => {
    sandbox.endpoint.status = 503;
    const intent = await paidIntent(sandbox);
    await sandbox.idle();
    const restarted = startSandbox(database);
    restarted.clock.now = new Date(sandbox.clock.now.getTime() + 60_000);
    expect(await restarted.deliverPending()).toBe(1);
    expect(restarted.deliveries).toMatchObject([{ intent: { id: intent.id } }]);
  });

  it('sends each message once when two replicas deliver at the same time', async () => {
    sandbox.endpoint.status = 503;
    for (let count = 0; count < 3; count += 1) await paidIntent(sandbox);
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
    await expect(newIntent(sandbox, 1)).rejects.toThrow();
    await newIntent(sandbox);
    expect(await sandbox.deliverPending()).toBe(0);
  });
});
