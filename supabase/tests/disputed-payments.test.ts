import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, mailsOf, paidInFull } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

type Refunds = { refunds: { payment_intent_id: string | null; amount_cents: number }[] };
type Money = { paid_cents: number; disputed_cents: number; online_kept_cents: number };

describeEachDatabase('A booking with a disputed payment', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  const asked = async <Answer>(sql: string, ...values: unknown[]) => {
    const { rows } = await ask(database.pool, boss.person, `select ${sql} as answer`, values);
    return rows[0]?.['answer'] as Answer;
  };
  /** Reports a dispute of the payment that confirmed the booking, or of another one. */
  const dispute = (
    id: string,
    cents: number,
    status = 'needs_response',
    moves: object = {},
    intentId = `pi_${id}`,
  ) =>
    call(
      database.pool,
      'apply_dispute',
      `evt_${randomUUID()}`,
      'charge.dispute.updated',
      new Date().toISOString(),
      intentId,
      JSON.stringify({
        id: `du_${intentId}`,
        amount_cents: cents,
        reason: 'fraudulent',
        status,
        has_evidence: false,
        opened_at: '2026-11-01T12:00:00Z',
        withdrawn_cents: 0,
        reinstated_cents: 0,
        fee_cents: 0,
        ...moves,
      }),
    );
  const money = async (id: string) =>
    call<Money>(database.pool, 'booking_for_payment', id).then(
      ({ paid_cents, disputed_cents, online_kept_cents }) => ({
        paid_cents,
        disputed_cents,
        online_kept_cents,
      }),
    );
  const refund = (id: string, cents: number, left: number, anyway = false) =>
    call<Refunds>(
      database.pool,
      ...(['refund_booking', id, cents, left, randomUUID(), boss.id, '', anyway] as const),
    );
  const cancel = (id: string, cents: number, left: number, anyway = false) =>
    call<Refunds>(
      database.pool,
      ...(['release_booking', id, cents, left, 'cancelled_by_business'] as const),
      ...([boss.id, null, anyway] as const),
    );

  /** What is due on site by the receipt, the booking's page and the payments. */
  const due = async (id: string) => {
    const ofOwner = async (name: string) =>
      (await ask(database.pool, boss.person, `select public.${name}($1) as it`, [id])).rows[0]?.[
        'it'
      ];
    const receipt = (await ofOwner('booking_receipt')) as { due_on_site_cents: number };
    const page = (await ofOwner('booking_page')) as { money: { due_on_site_cents: number } };
    const stored = await call<{ due_on_site_cents: number }>(
      database.pool,
      'booking_for_payment',
      id,
    );
    return [receipt.due_on_site_cents, page.money.due_on_site_cents, stored.due_on_site_cents];
  };

  test('owes nothing once it is cancelled, wherever it is shown', async () => {
    const id = await book(database.pool);
    expect(await due(id)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    expect((await due(id))[0]).toBeGreaterThan(0);
    await cancel(id, 0, 2000);
    expect(await due(id)).toEqual([0, 0, 0]);
  });

  test('has as much less to refund as the bank holds, took or gave back', async () => {
    const id = await book(database.pool);
    for (const [status, moves, disputed] of [
      ['needs_response', {}, 2000],
      ['under_review', { withdrawn_cents: 2000, withdrawn_at: '2026-11-02T12:00:00Z' }, 2000],
      ['lost', { withdrawn_cents: 2000, withdrawn_at: '2026-11-02T12:00:00Z' }, 2000],
      ['won', { reinstated_cents: 2000, reinstated_at: '2026-11-20T12:00:00Z' }, 0],
    ] as const) {
      await dispute(id, 2000, status, moves);
      expect(await money(id), status).toEqual({
        paid_cents: 2000,
        disputed_cents: disputed,
        online_kept_cents: 2000 - disputed,
      });
    }
    expect((await refund(id, 2000, 2000)).refunds).toMatchObject([{ amount_cents: 2000 }]);
  });

  test('has nothing left when the rest of a refunded payment is lost', async () => {
    const id = await book(database.pool, paidInFull);
    await refund(id, 2325, 12599);
    await dispute(id, 12599 - 2325, 'lost');
    await expect(refund(id, 1000, 10274)).rejects.toThrow('booking_changed');
    await expect(refund(id, 1000, 0)).rejects.toThrow('refund_too_large');
    await expect(cancel(id, 1000, 0)).rejects.toThrow('refund_too_large');
    expect(await cancel(id, 0, 0)).toMatchObject({ refunds: [] });
    expect((await mailsOf(database.pool, id)).at(-1)).toMatchObject({
      template_type: 'booking_cancellation',
      data: { refund_cents: 0 },
    });
  });

  test('owes by hand what is left of a payment that the bank has taken back', async () => {
    const id = await book(database.pool, paidInFull);
    await dispute(id, 10000, 'lost');
    expect(await money(id)).toMatchObject({ disputed_cents: 10000, online_kept_cents: 0 });
    expect((await cancel(id, 2599, 2599)).refunds).toMatchObject([
      { payment_intent_id: null, amount_cents: 2599 },
    ]);
    expect((await mailsOf(database.pool, id)).at(-1)).toMatchObject({
      data: { refund_cents: 2599, by_hand_cents: 2599 },
    });
  });

  test.each([
    ['a dispute', 'needs_response', 5000, null],
    ['an inquiry', 'warning_needs_response', 7000, 'intent'],
  ])('asks before anything is sent while %s is open', async (_kind, status, left, goesTo) => {
    const [moved, cancelled] = [await book(database.pool), await book(database.pool)];
    for (const id of [moved, cancelled]) {
      await asked('public.record_payment($1, $2, $3, 0)', id, 'cash', 5000);
      await dispute(id, 2000, status);
    }
    await expect(refund(moved, 1000, left)).rejects.toMatchObject({
      code: 'PT409',
      message: 'payment_disputed',
    });
    const intent = goesTo && `pi_${moved}`;
    expect((await refund(moved, 1000, left, true)).refunds).toMatchObject([
      { payment_intent_id: intent, amount_cents: 1000 },
    ]);
    await expect(cancel(cancelled, 1000, left)).rejects.toThrow('payment_disputed');
    await cancel(cancelled, 1000, left, true);
    const third = await book(database.pool);
    await dispute(third, 2000, status);
    expect(await cancel(third, 0, left - 5000), 'nothing is sent').toMatchObject({ refunds: [] });
  });

  test('is refunded by the policy without a question when the customer cancels', async () => {
    const id = await book(database.pool, paidInFull);
    await dispute(id, 2599, 'warning_under_review');
    const { refunds } = await call<Refunds>(
      database.pool,
      ...(['release_booking', id, 12599, 12599, 'cancelled_by_customer'] as const),
    );
    expect(refunds).toMatchObject([{ payment_intent_id: `pi_${id}`, amount_cents: 12599 }]);
  });

  test('is not overpaid by what the bank took when the price falls', async () => {
    const id = await book(database.pool, paidInFull);
    await dispute(id, 12599, 'lost');
    await database.pool.query(
      'update public.bookings set total_cents = 8000, price_cents = 7400, sale_changed_at = now() where id = $1',
      [id],
    );
    const page = await asked<{ money: object }>('public.booking_page($1)', id);
    expect(page.money).toMatchObject({ overpaid_cents: 0, disputed_cents: 12599 });
  });

  test('asks before an overpaid sum is refunded', async () => {
    const id = await book(database.pool, paidInFull);
    await dispute(id, 500, 'warning_needs_response');
    await database.pool.query(
      'update public.bookings set total_cents = 8000, price_cents = 7400, sale_changed_at = now() where id = $1',
      [id],
    );
    await call(database.pool, 'scan_payments', 500);
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from public.payment_findings where booking_id = $1 and kind = 'amount_unlike'`,
      [id],
    );
    const excess = (...anyway: boolean[]) =>
      call<object[]>(
        database.pool,
        ...(['refund_excess', rows[0]?.id, boss.id] as const),
        ...anyway,
      );
    await expect(excess()).rejects.toThrow('payment_disputed');
    expect(await excess(true)).toMatchObject([
      { payment_intent_id: `pi_${id}`, amount_cents: 4599 },
    ]);
  });

  test('does not refund a payment that settled too late and was disputed before', async () => {
    const id = await book(database.pool);
    await database.pool.query(
      `insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents)
       values ($1, $2, 2000)`,
      [id, `pi_2_${id}`],
    );
    await dispute(id, 2000, 'needs_response', {}, `pi_2_${id}`);
    expect(await call(database.pool, 'settle_payment', `pi_2_${id}`, id, 2000)).toMatchObject({
      outcome: 'refund_due',
      refund_id: null,
    });
    expect(await money(id)).toMatchObject({ paid_cents: 4000, disputed_cents: 2000 });
  });
});
