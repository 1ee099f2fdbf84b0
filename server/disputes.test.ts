import { afterAll, beforeAll, expect, it } from 'vitest';
import { localToday } from '../domain/time/schedule.ts';
import { signUp, type Person } from '../supabase/tests/cast.ts';
import { callAs } from '../supabase/tests/rain.ts';
import type { Dispute } from '../supabase/contracts/disputes.ts';
import type { MoneyReport } from '../supabase/contracts/money.ts';
import type { Database } from './backend/database/database.ts';
import { beginPayment, depositCents, hold } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import {
  startFunctionHost,
  type FunctionHost,
  type WebhookMessage,
} from './testing/function-host.ts';

describeEachDatabase('a disputed payment', (open) => {
  let database: Database;
  let host: FunctionHost;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    await database.pool.query(`select public.set_info_email('info@example.com')`);
  });
  afterAll(() => database.close());

  /** A booking whose card payment is disputed at once, with nothing delivered yet but the payment. */
  const disputed = async () => {
    const held = await hold(host);
    await host.pay(await beginPayment(host, held), '4000000000000259');
    await host.call('verify-payment', { bookingId: held.bookingId });
    const { data } = await host.stripe.disputes.list({ limit: 1 });
    const [dispute] = data;
    if (!dispute) throw new Error('The sandbox made no dispute');
    return { ...held, disputeId: dispute.id };
  };
  const messagesOf = (disputeId: string) =>
    host.webhooks.filter(({ body }) => body.includes(disputeId));
  const deliver = async (messages: readonly WebhookMessage[]) => {
    for (const message of messages) {
      expect(await host.deliver(message)).toMatchObject({ status: 200 });
    }
  };
  const signed = async ({ type, body }: Pick<WebhookMessage, 'type' | 'body'>) => ({
    type,
    body,
    signature: await host.stripe.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: 'whsec_test',
    }),
  });
  /** The same report as accounts get it whose webhooks leave the transfers out. */
  const withoutMoves = (message: WebhookMessage) => {
    const event = JSON.parse(message.body) as { data: { object: Record<string, unknown> } };
    delete event.data.object['balance_transactions'];
    return signed({ type: message.type, body: JSON.stringify(event) });
  };
  const decide = async (disputeId: string, text: string) => {
    await host.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: text } });
    await host.idle();
  };
  const stored = async (disputeId: string) => {
    const all = await callAs<Dispute[]>(database.pool, boss, 'payment_disputes');
    return all.filter(({ stripe_dispute_id: id }) => id === disputeId);
  };
  const report = async () => {
    const day = localToday(Date.now());
    const { days, dispute_fee_cents: fees } = await callAs<MoneyReport>(
      database.pool,
      boss,
      'money_report',
      day,
      day,
    );
    return { disputed: days[0]?.disputed_cents ?? 0, fees };
  };

  it('is shown with its deadline, counted by the report, and emailed to the business once', async () => {
    const before = await report();
    const { disputeId, bookingId } = await disputed();
    await deliver([...messagesOf(disputeId), ...messagesOf(disputeId)]);
    expect(await stored(disputeId)).toEqual([
      expect.objectContaining({
        amount_cents: depositCents,
        reason: 'fraudulent',
        status: 'needs_response',
        due_by: expect.any(String) as string,
        withdrawn_cents: depositCents,
        fee_cents: 1500,
        booking: expect.objectContaining({ id: bookingId }) as object,
      }),
    ]);
    expect(await report()).toEqual({
      disputed: before.disputed + depositCents,
      fees: before.fees + 1500,
    });
    const { rows } = await database.pool.query(
      `select to_email, booking_id from public.mail_outbox where key = $1`,
      [`payment_disputed:${disputeId}`],
    );
    expect(rows).toEqual([{ to_email: 'info@example.com', booking_id: null }]);
    const page = await callAs<{ disputes: Dispute[] }>(
      database.pool,
      boss,
      'booking_page',
      bookingId,
    );
    expect(page.disputes).toHaveLength(1);
  });

  it('ends the same in any order of its events', async () => {
    const before = await report();
    const { disputeId } = await disputed();
    await decide(disputeId, 'winning_evidence');
    const messages = messagesOf(disputeId);
    expect(messages.map(({ type }) => type)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
    await deliver(messages.toReversed());
    await deliver(messages);
    expect(await stored(disputeId)).toMatchObject([
      {
        status: 'won',
        has_evidence: true,
        withdrawn_cents: depositCents,
        reinstated_cents: depositCents,
      },
    ]);
    expect((await report()).disputed).toBe(before.disputed);
  });

  it('keeps the amount as taken when it is lost, and needs no attention any more', async () => {
    const needs = async () =>
      (await callAs<{ payments: number }>(database.pool, boss, 'owner_needs')).payments;
    const { disputeId } = await disputed();
    const before = await needs();
    await deliver(messagesOf(disputeId));
    expect(await needs()).toBe(before + 1);
    await decide(disputeId, 'nothing');
    await deliver(messagesOf(disputeId));
    expect(await needs()).toBe(before);
    expect(await stored(disputeId)).toMatchObject([{ status: 'lost', reinstated_cents: 0 }]);
  });

  it('keeps what was taken and charged when a later report leaves the transfers out', async () => {
    const { disputeId } = await disputed();
    await deliver(messagesOf(disputeId));
    await decide(disputeId, 'nothing');
    for (const message of messagesOf(disputeId)) {
      expect(await host.deliver(await withoutMoves(message))).toMatchObject({ status: 200 });
    }
    expect(await stored(disputeId)).toMatchObject([
      { status: 'lost', withdrawn_cents: depositCents, fee_cents: 1500 },
    ]);
  });

  it('of another shop on the same account is ignored', async () => {
    const intent = await host.deps.payments.createIntent({
      amountCents: 700,
      description: 'An order of another shop',
      metadata: {},
    });
    await host.pay(intent.id, '4000000000000259');
    const messages = host.webhooks.filter(
      ({ type, body }) => type.startsWith('charge.dispute.') && body.includes(intent.id),
    );
    expect(messages).toHaveLength(2);
    await deliver(messages);
    for (const message of messages) {
      const again = await withoutMoves(message);
      const foreign = { ...again, body: again.body.replaceAll('evt_', 'evt_again_') };
      expect(await host.deliver(await signed(foreign))).toMatchObject({ status: 200 });
    }
    const { rows } = await database.pool.query(
      'select from public.disputes where amount_cents = 700',
    );
    expect(rows).toEqual([]);
  });
});
