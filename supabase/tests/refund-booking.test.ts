import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase, describePostgres } from '../../server/testing/databases.ts';
import { book, call, mailsOf, paidInFull, settle, stored } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

type Refunded = {
  outcome: string;
  refunds: { id: string; payment_intent_id: string | null; amount_cents: number }[];
};

const taxed = { ...paidInFull, tip_cents: 1000, total_cents: 13599, due_now_cents: 13599 };

describeEachDatabase('A refund without cancelling', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  const refund = (
    id: string,
    cents: number,
    paid: number,
    { request = randomUUID(), note = '' } = {},
  ) => call<Refunded>(database.pool, 'refund_booking', id, cents, paid, request, boss.id, note);

  const asked = async <Answer>(sql: string, ...values: unknown[]) => {
    const { rows } = await ask(database.pool, boss.person, `select ${sql} as answer`, values);
    return rows[0]?.['answer'] as Answer;
  };
  type Page = {
    money: { due_on_site_cents: number; overpaid_cents: number; refunded_cents: number };
    timeline: { kind: string; action?: string; is?: object; by?: string }[];
  };
  const page = (id: string) => asked<Page>('public.booking_page($1)', id);
  const pay = (id: string, cents: number) =>
    asked('public.record_payment($1, $2, $3, 0)', id, 'cash', cents);
  const setTotal = (id: string, cents: number) =>
    database.pool.query(
      'update public.bookings set total_cents = $2, price_cents = $2 where id = $1',
      [id, cents],
    );

  test('leaves the booking as it is, and tells the customer and the history why', async () => {
    const id = await book(database.pool, taxed);
    const request = randomUUID();
    const answer = await refund(id, 2000, 13599, { request, note: ' A seat stayed dirty. ' });
    expect(answer).toMatchObject({
      outcome: 'refunded',
      refunds: [{ payment_intent_id: `pi_${id}`, amount_cents: 2000 }],
    });
    expect(await stored(database.pool, id)).toMatchObject({
      status: 'confirmed',
      has_claim: true,
      refunded_cents: 2000,
    });
    expect((await mailsOf(database.pool, id)).at(-1)).toEqual({
      template_type: 'refund',
      data: { refund_cents: 2000, by_hand_cents: 0, refund_reason: 'A seat stayed dirty.' },
    });
    expect((await page(id)).timeline).toContainEqual(
      expect.objectContaining({
        action: 'refunded',
        by: 'boss@example.com',
        is: { refund_cents: 2000, note: 'A seat stayed dirty.' },
      }),
    );
  });

  test('is made once when its form is sent twice, and not with another amount', async () => {
    const id = await book(database.pool);
    const request = randomUUID();
    const first = await refund(id, 500, 2000, { request });
    expect(await refund(id, 500, 2000, { request })).toEqual({
      outcome: 'already_refunded',
      refunds: first.refunds,
    });
    await expect(refund(id, 600, 2000, { request })).rejects.toThrow('already_refunded_otherwise');
    expect(await stored(database.pool, id)).toMatchObject({ refunded_cents: 500 });
    expect(await mailsOf(database.pool, id)).toHaveLength(2);
    await refund(id, 500, 1500);
    expect(await stored(database.pool, id)).toMatchObject({ refunded_cents: 1000 });
    expect(await mailsOf(database.pool, id)).toHaveLength(3);
  });

  test('is refused for no amount, for too much, for another sum than seen and for a long reason', async () => {
    const id = await book(database.pool);
    for (const cents of [0, -1, 2001])
      await expect(refund(id, cents, 2000)).rejects.toMatchObject({
        code: 'PT400',
        message: 'refund_too_large',
      });
    await expect(refund(id, 500, 1999)).rejects.toMatchObject({
      code: 'PT409',
      message: 'booking_changed',
    });
    await expect(refund(id, 500, 2000, { note: 'x'.repeat(201) })).rejects.toMatchObject({
      code: 'PT400',
      message: 'reason_too_long',
    });
    await expect(refund(randomUUID(), 500, 2000)).rejects.toMatchObject({ code: 'PT404' });
  });

  test('is not due again, also when a payment is refunded in full', async () => {
    const id = await book(database.pool);
    await pay(id, 5000);
    expect((await page(id)).money.due_on_site_cents).toBe(4999);
    const { refunds } = await refund(id, 7000, 7000);
    expect(refunds.map(({ amount_cents }) => amount_cents).toSorted((a, b) => a - b)).toEqual([
      2000, 5000,
    ]);
    expect((await page(id)).money.due_on_site_cents).toBe(4999);
  });

  test('stays not due when a part that failed is paid back by hand', async () => {
    const id = await book(database.pool);
    await pay(id, 5000);
    await refund(id, 7000, 7000);
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from public.payment_findings where booking_id = $1 and reason = 'owed_by_hand'`,
      [id],
    );
    await call(database.pool, 'mend_finding', rows[0]?.id, 'by_hand', 'Cash today', boss.id);
    expect((await page(id)).money).toMatchObject({
      due_on_site_cents: 4999,
      refunded_cents: 7000,
    });
    expect((await page(id)).timeline).toContainEqual(
      expect.objectContaining({ kind: 'refund', method: 'cash', status: 'succeeded' }),
    );
  });

  test('leaves a payment that could not be kept uncounted', async () => {
    const id = await book(database.pool);
    await settle(database.pool, `pi_${id}_again`, id);
    await refund(id, 2000, 2000);
    expect((await page(id)).money.due_on_site_cents).toBe(9999);
  });

  test('of what was overpaid is due again when the price rises', async () => {
    const id = await book(database.pool);
    await pay(id, 9000);
    await setTotal(id, 10000);
    expect((await page(id)).money.overpaid_cents).toBe(1000);
    await refund(id, 1500, 11000);
    expect((await page(id)).money).toMatchObject({ overpaid_cents: 0, due_on_site_cents: 0 });
    await setTotal(id, 12000);
    // $5.00 of the refund was a favour.
    expect((await page(id)).money.due_on_site_cents).toBe(2000);
  });

  test('is possible for a visit that is done or missed, and for a cancelled booking', async () => {
    for (const mark of [`done_at = now()`, `no_show_at = now()`]) {
      const id = await book(database.pool);
      await database.pool.query(`update public.bookings set ${mark} where id = $1`, [id]);
      expect((await refund(id, 2000, 2000)).outcome).toBe('refunded');
    }
    const id = await book(database.pool);
    await call(database.pool, 'release_booking', id, 500, 2000, 'customer');
    expect((await refund(id, 1500, 1500)).refunds).toMatchObject([{ amount_cents: 1500 }]);
    expect(await stored(database.pool, id)).toMatchObject({
      status: 'cancelled',
      refunded_cents: 2000,
    });
    // The email about a cancelled booking is still true.
    const { rows } = await database.pool.query<{ refusal: string | null }>(
      `select private.check_mail_is_true(mail, booking) from public.mail_outbox as mail
       join public.bookings as booking on booking.id = mail.booking_id
       where booking.id = $1 and mail.template_type = 'refund'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('leaves the rest to a later cancellation', async () => {
    const id = await book(database.pool);
    await refund(id, 500, 2000);
    await expect(
      call(database.pool, 'release_booking', id, 2000, 2000, 'customer'),
    ).rejects.toThrow('booking_changed');
    const { refunds } = await call<Refunded>(
      database.pool,
      'release_booking',
      id,
      1500,
      1500,
      'customer',
    );
    expect(refunds).toMatchObject([{ amount_cents: 1500 }]);
  });

  test('forgets its reason with the customer', async () => {
    const id = await book(database.pool);
    await refund(id, 500, 2000, { note: 'A seat of Ada stayed dirty' });
    await database.pool.query('select private.clear_personal_columns(array[$1::uuid])', [id]);
    const { rows } = await database.pool.query(
      `select "is" from public.booking_changes where booking_id = $1 and action = 'refunded'`,
      [id],
    );
    expect(rows).toEqual([{ is: { refund_cents: 500 } }]);
  });
});

describePostgres('Refunds without cancelling in two sessions', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ maxConnections: 8 });
  });
  afterAll(() => database.close());

  test('refund once for one form, and never more than was paid', async () => {
    const id = await book(database.pool);
    const request = randomUUID();
    const refund = (cents: number, paid: number, form: string) =>
      call<Refunded>(database.pool, 'refund_booking', id, cents, paid, form, null, '');
    const same = await Promise.all(Array.from({ length: 4 }, () => refund(500, 2000, request)));
    expect(same.map(({ outcome }) => outcome).sort()).toEqual([
      'already_refunded',
      'already_refunded',
      'already_refunded',
      'refunded',
    ]);
    const others = await Promise.allSettled([
      refund(1000, 1500, randomUUID()),
      refund(1000, 1500, randomUUID()),
      call(database.pool, 'release_booking', id, 1500, 1500, 'customer'),
    ]);
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
