import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { newIntent, openSandbox, paidIntent, payInBrowser, type TestSandbox } from './testing.ts';

describeEachDatabase('the payments sandbox', (open) => {
  let database: Database;
  let sandbox: TestSandbox;
  beforeAll(async () => {
    database = await open();
    sandbox = await openSandbox(database);
  });
  afterAll(async () => {
    await sandbox.idle();
    await database.close();
  });
  const metadata = {};

  it('creates an intent for cards and every instalment provider of the business', async () => {
    const intent = await newIntent(sandbox);
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amountCents: 2000,
      receivedCents: 0,
      currency: 'cad',
      methods: ['card', 'affirm', 'afterpay_clearpay', 'klarna'],
      metadata: { booking_id: 'b-1' },
      createdAt: '2026-06-01T14:00:00.000Z',
      charge: null,
    });
    expect(await sandbox.provider.retrieveIntent(intent.id)).toEqual(intent);
  });

  it('creates one intent for an idempotency key, also when asked twice at once', async () => {
    const create = (key: string) =>
      sandbox.provider.createIntent({ amountCents: 100, description: 'Once', metadata }, key);
    const made = await Promise.all([create('one'), create('one')]);
    expect(new Set([...made, await create('one')].map(({ id }) => id)).size).toBe(1);
    expect((await create('two')).id).not.toBe(made[0].id);
  });

  it('refuses an unknown id and an amount that cards can’t be charged', async () => {
    const refusal = { code: 'payment_unavailable', reason: 'refused' };
    await expect(sandbox.provider.retrieveIntent('pi_nobody')).rejects.toMatchObject(refusal);
    await expect(newIntent(sandbox, 49)).rejects.toMatchObject(refusal);
  });

  it('cancels an intent, which then accepts no payment', async () => {
    const intent = await newIntent(sandbox);
    expect((await sandbox.provider.cancelIntent(intent.id)).status).toBe('canceled');
    expect((await sandbox.provider.cancelIntent(intent.id)).status).toBe('canceled');
    expect((await payInBrowser(sandbox, intent)).status).toBe(400);
  });

  it('cancels no paid intent', async () => {
    const { id } = await paidIntent(sandbox);
    expect((await sandbox.provider.cancelIntent(id)).status).toBe('succeeded');
  });

  it('is paid or cancelled, never both, when both arrive at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const intent = await newIntent(sandbox);
      const [paid, canceled] = await Promise.all([
        payInBrowser(sandbox, intent),
        sandbox.provider.cancelIntent(intent.id),
      ]);
      expect([paid.status, canceled.status]).toSatisfy(
        ([status, end]) => (status === 200) === (end === 'succeeded'),
      );
    }
  });

  it('lists intents of a period, newest first, at most as many as asked for', async () => {
    const made = [];
    sandbox.clock.now = new Date('2026-07-01T14:00:00Z');
    for (const cents of [100, 200, 300]) made.push(await newIntent(sandbox, cents));
    sandbox.clock.now = new Date('2026-08-01T14:00:00Z');
    await newIntent(sandbox);
    const period = {
      from: new Date('2026-07-01T14:00:00Z'),
      until: new Date('2026-07-01T14:00:00Z'),
    };
    const [first, second, third] = made.map(({ id }) => id);
    const ids = async (most: number) =>
      (await sandbox.provider.listIntents(period, most)).map(({ id }) => id);
    expect(await ids(100)).toEqual([third, second, first]);
    expect(await ids(2)).toEqual([third, second]);
  });

  it('refunds a part, then the rest, and shows it on the charge', async () => {
    const { id: intentId } = await paidIntent(sandbox, 12_000);
    const part = await sandbox.provider.createRefund({
      intentId,
      amountCents: 10_000,
      metadata: { refund_id: 'r-1' },
    });
    expect(part).toMatchObject({ intentId, amountCents: 10_000, status: 'succeeded' });
    const rest = await sandbox.provider.createRefund({ intentId, metadata });
    expect(rest.amountCents).toBe(2000);
    expect((await sandbox.provider.retrieveIntent(intentId)).charge).toEqual({
      refundedCents: 12_000,
      isDisputed: false,
    });
    expect(await sandbox.provider.listRefunds({ intentId }, 100)).toEqual([rest, part]);
    const { listRefunds } = sandbox.provider;
    expect(await listRefunds({ from: sandbox.clock.now }, 1)).toEqual([rest]);
    expect(await listRefunds({ from: new Date(sandbox.clock.now.getTime() + 1) }, 1)).toEqual([]);
  });

  it('refunds once for an idempotency key', async () => {
    const { id: intentId } = await paidIntent(sandbox);
    const refund = () =>
      sandbox.provider.createRefund({ intentId, amountCents: 500, metadata }, `refund:${intentId}`);
    const made = await Promise.all([refund(), refund()]);
    expect(new Set([...made, await refund()].map(({ id }) => id)).size).toBe(1);
  });

  it('never refunds more than was paid', async () => {
    const { id: intentId } = await paidIntent(sandbox, 5000);
    const tooMuch = sandbox.provider.createRefund({ intentId, amountCents: 5001, metadata });
    await expect(tooMuch).rejects.toMatchObject({ reason: 'refused' });
    await sandbox.provider.createRefund({ intentId, metadata });
    await expect(sandbox.provider.createRefund({ intentId, metadata })).rejects.toMatchObject({
      reason: 'already_refunded',
    });
  });

  it('refunds once when many full refunds arrive at once', async () => {
    const { id: intentId } = await paidIntent(sandbox, 5000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        sandbox.provider.createRefund({ intentId, amountCents: 5000, metadata }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refunds nothing of an unpaid or a disputed payment', async () => {
    const { id: unpaid } = await newIntent(sandbox);
    await expect(
      sandbox.provider.createRefund({ intentId: unpaid, metadata }),
    ).rejects.toMatchObject({ reason: 'refused' });
    const disputed = await paidIntent(sandbox, 2000, { number: '4000000000000259' });
    expect(disputed).toMatchObject({ status: 'succeeded', charge: { isDisputed: true } });
    await expect(
      sandbox.provider.createRefund({ intentId: disputed.id, metadata }),
    ).rejects.toMatchObject({ reason: 'disputed' });
  });
});
