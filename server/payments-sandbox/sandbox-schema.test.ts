import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { openSandbox, payInBrowser } from './testing.ts';

const created = Date.parse('2026-05-01T12:00:00Z') / 1000;

const oldIntent = {
  object: 'payment_intent',
  amount: 2000,
  amount_received: 0,
  currency: 'cad',
  payment_method_types: ['card', 'klarna'],
  metadata: { booking_id: 'b-1' },
  description: 'Basic Wash',
  receipt_email: null,
  latest_charge: null,
  created,
};

describeEachDatabase('the sandbox of an earlier version', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('keeps its payments and refunds', async () => {
    await database.pool.query(`
      create schema payments_sandbox;
      create table payments_sandbox.objects (
        id text primary key,
        position bigint generated always as identity,
        object jsonb not null,
        kind text not null generated always as (object ->> 'object') stored,
        outcome text
      );
      create table payments_sandbox.idempotency_keys (key text primary key);`);
    const objects = [
      { ...oldIntent, id: 'pi_open', status: 'requires_action', client_secret: 'pi_open_secret' },
      {
        ...oldIntent,
        id: 'pi_paid',
        status: 'succeeded',
        amount_received: 2000,
        client_secret: 'pi_paid_secret',
        latest_charge: 'ch_1',
      },
      { id: 'ch_1', object: 'charge', paid: true, amount_refunded: 500, disputed: false, created },
      {
        id: 're_1',
        object: 'refund',
        payment_intent: 'pi_paid',
        amount: 500,
        status: 'succeeded',
        metadata: { refund_id: 'r-1' },
        created,
      },
    ];
    for (const object of objects) {
      await database.pool.query(
        'insert into payments_sandbox.objects (id, object) values ($1, $2)',
        [object.id, JSON.stringify(object)],
      );
    }
    const sandbox = await openSandbox(database);
    const { provider } = sandbox;
    expect(await provider.retrieveIntent('pi_paid')).toMatchObject({
      status: 'succeeded',
      receivedCents: 2000,
      createdAt: '2026-05-01T12:00:00.000Z',
      charge: { refundedCents: 500, isDisputed: false },
    });
    expect(await provider.listRefunds({ intentId: 'pi_paid' }, 100)).toEqual([
      {
        id: 're_1',
        intentId: 'pi_paid',
        amountCents: 500,
        status: 'succeeded',
        metadata: { refund_id: 'r-1' },
        failureReason: null,
      },
    ]);
    const rest = await provider.createRefund({ intentId: 'pi_paid', metadata: {} });
    expect(rest.amountCents).toBe(1500);
    const open = { id: 'pi_open', clientSecret: 'pi_open_secret' };
    expect((await payInBrowser(sandbox, open)).body.status).toBe('succeeded');
    await sandbox.idle();
    await openSandbox(database);
    expect((await provider.retrieveIntent('pi_open')).status).toBe('succeeded');
  });
});
