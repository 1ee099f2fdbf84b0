import { afterAll, beforeAll, expect, it } from 'vitest';
import { localToday } from '../domain/time/schedule.ts';
import { signUp, type Person } from '../supabase/tests/cast.ts';
import { callAs } from '../supabase/tests/rain.ts';
import type { Dispute } from '../supabase/contracts/disputes.ts';
import type { MoneyReport } from '../supabase/contracts/money.ts';
import type { Database } from './backend/database/database.ts';
import { depositCents } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { disputedBooking, withoutTransfers } from './testing/disputed-booking.ts';
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

  const disputed = () => disputedBooking(host);
  const deliver = async (messages: readonly WebhookMessage[]) => {
    for (const message of messages) {
      expect(await host.deliver(message)).toMatchObject({ status: 200 });
    }
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
    const { disputeId, bookingId, messages } = await disputed();
    await deliver([...messages(), ...messages()]);
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
    const { disputeId, decide, messages } = await disputed();
    await decide('won');
    expect(messages().map(({ type }) => type)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
    await deliver(messages().toReversed());
    await deliver(messages());
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
    const { disputeId, decide, messages } = await disputed();
    const before = await needs();
    await deliver(messages());
    expect(await needs()).toBe(before + 1);
    await decide('lost');
    await deliver(messages());
    expect(await needs()).toBe(before);
    expect(await stored(disputeId)).toMatchObject([{ status: 'lost', reinstated_cents: 0 }]);
  });

  it('keeps what was taken and charged when a later report leaves the transfers out', async () => {
    const { disputeId, decide, messages } = await disputed();
    await deliver(messages());
    await decide('lost');
    await deliver(messages().map((message) => host.signed(withoutTransfers(message))));
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
    await deliver(
      messages.map((message) => {
        const event = withoutTransfers(message);
        return host.signed({ ...event, id: `${event.id}_again` });
      }),
    );
    const { rows } = await database.pool.query(
      'select from public.disputes where amount_cents = 700',
    );
    expect(rows).toEqual([]);
  });
});
