import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase, describePostgres, runsOf } from '../../server/testing/databases.ts';
import { book, call, paidInFull, wanted, type Wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { defineOneByOne, wrongMoves } from './one-by-one.ts';

/** A booking as it was confirmed; returns its id. */
async function store(pool: Pool, changes: Wanted = {}) {
  const booking = wanted({ status: 'confirmed', ...changes });
  const columns = Object.keys(booking);
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.bookings (${columns.join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(booking),
  );
  return rows[0]?.id ?? '';
}

const taxed = { ...paidInFull, tip_cents: 1000, total_cents: 13599, due_now_cents: 13599 };
const settledOn = (day: number) => `timestamptz '2032-03-01 12:00Z' + ${day} * interval '17 hours'`;

// What can happen to the money of a booking, as statements. "$1" is the booking; a payment or a refund is one of
// those that exist, chosen by the number.
const one = (table: string, n: number, condition = 'true') =>
  `(select id from (select id, row_number() over (order by id) - 1 as place, count(*) over () as number
     from ${table} where ${condition}) as all_of_them where place = ${n} % number)`;
const ofBooking = 'booking_id = $1';
const ofItsPayments = `payment_id in (select id from public.payments where ${ofBooking} and status = 'succeeded')`;
const steps = {
  paysOnline: (n: number, cents: number) =>
    `insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at)
     values ($1, 'pi_' || gen_random_uuid(), ${cents}, 'succeeded', ${settledOn(n)})`,
  paysOnSite: (n: number, cents: number) =>
    `insert into public.payments (booking_id, method, amount_cents, tip_cents, status, settled_at)
     values ($1, 'cash', ${cents}, ${cents >> 2}, 'succeeded', ${settledOn(n)})`,
  beginsToPay: (_: number, cents: number) =>
    `insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents)
     values ($1, 'pi_' || gen_random_uuid(), ${cents})`,
  settles: (n: number) =>
    `update public.payments set status = 'succeeded', settled_at = ${settledOn(n)}
     where id = ${one('public.payments', n, `${ofBooking} and status = 'requires_payment'`)}`,
  fails: (n: number) =>
    `update public.payments set status = 'failed'
     where id = ${one('public.payments', n, `${ofBooking} and status = 'requires_payment'`)}`,
  isUndone: (n: number) =>
    `update public.payments set status = 'canceled', settled_at = null
     where id = ${one(
       'public.payments',
       n,
       `${ofBooking} and status = 'succeeded' and not exists (
       select from public.refunds where payment_id = payments.id)`,
     )}`,
  isRefunded: (n: number, cents: number) =>
    `insert into public.refunds (payment_id, amount_cents, reason, status, created_at, request_id)
     select id, 1 + ${cents} % amount_cents, 'test', (array['pending', 'owed', 'succeeded', 'sent'])[1 + ${n} % 4],
       ${settledOn(n + 1)}, case when ${cents} % 3 = 0 then gen_random_uuid() end
     from public.payments where id = ${one('public.payments', n, `${ofBooking} and status = 'succeeded'`)}`,
  refundFails: (n: number) =>
    `update public.refunds set status = 'failed' where id = ${one('public.refunds', n, ofItsPayments)}`,
  refundSucceeds: (n: number) =>
    `update public.refunds set status = 'succeeded' where id = ${one('public.refunds', n, ofItsPayments)}`,
  changesManyAtOnce: (n: number) =>
    `update public.payments set tip_cents = least(amount_cents, ${n * 10})
     where ${ofBooking} and method = 'cash'`,
  price: (n: number) =>
    `update public.bookings set sale_changed_at = now(), service_name = 'Service ' || ${n} % 3, price_cents = ${500 + n * 500}, discount_cents = 0,
       tax_cents = sign(tax_cents) * ${65 + n * 65},
       total_cents = ${500 + n * 500} + sign(tax_cents) * ${65 + n * 65} + tip_cents
     where id = $1`,
  // Marks come and go, also before and after the refunds.
  isMarked: (n: number) =>
    `update public.bookings set
       status = '${n % 3 === 0 ? 'cancelled' : 'confirmed'}',
       cancelled_at = ${n % 3 === 0 ? settledOn(n % 12) : 'null'},
       no_show_at = ${n % 3 === 1 ? settledOn(n % 12) : 'null'},
       done_at = ${n % 3 !== 1 && n % 5 === 0 ? settledOn(n) : 'null'}
     where id = $1`,
  isErased: () => `select private.clear_personal_columns(array[$1::uuid])`,
};
const names = Object.keys(steps) as (keyof typeof steps)[];

describeEachDatabase('The ledger of money', { both: 'values' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await defineOneByOne(database.pool);
  });
  afterAll(() => database.close());

  /** Every row of bookings in the ledger. */
  const rowsOf = async (bookings: string[]) => {
    const { rows } = await database.pool.query<{ row: object }>(
      'select to_jsonb(move) as row from private.money_moves as move where booking_id = any ($1)',
      [bookings],
    );
    return rows.map(({ row }) => row);
  };

  test('adds up to the payments, the refunds and their tax and tip after any sequence of changes, and only grows', async () => {
    const step = fc.record({
      name: fc.constantFrom(...names),
      n: fc.nat(30),
      cents: fc.integer({ min: 100, max: 9000 }),
      which: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (sequence) => {
        const bookings = [await store(database.pool, taxed), await store(database.pool)];
        for (const { name, n, cents, which } of sequence) {
          const before = await rowsOf(bookings);
          await database.pool.query(steps[name](n, cents), [bookings[which]]);
          expect(await rowsOf(bookings)).toEqual(expect.arrayContaining(before));
        }
        expect(await wrongMoves(database.pool)).toEqual([]);
      }),
      { numRuns: runsOf(80) },
    );
  });

  test('has a row of each payment and refund', async () => {
    const booking = await store(database.pool, taxed);
    for (const name of ['paysOnline', 'paysOnSite', 'isRefunded'] as const) {
      await database.pool.query(steps[name](2, 5000), [booking]);
    }
    const { rows } = await database.pool.query<{ kind: string }>(
      'select kind from private.money_moves where booking_id = $1 order by kind',
      [booking],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['payment', 'payment', 'refund']);
    expect(await wrongMoves(database.pool)).toEqual([]);
  });

  test('follows payments, undone payments, cancellations and failed refunds', async () => {
    const { person: boss } = await signUp(database.pool, 'boss@example.com', { admin: true });
    const id = await book(database.pool);
    const owner = (sql: string, ...values: unknown[]) => ask(database.pool, boss, sql, values);
    const paid = await owner(
      `select public.record_payment($1, 'cash', 5000, 700) ->> 'payment_id' as id`,
      id,
    );
    await owner('select public.undo_payment($1)', paid.rows[0]?.['id']);
    await owner(`select public.record_payment($1, 'card', 4000, 0)`, id);
    await call(database.pool, 'release_booking', id, 6000, 6000, 'customer');
    const refunds = await database.pool.query<{ id: string }>(
      `select id from public.refunds where status = 'pending'
         and payment_id in (select id from public.payments where booking_id = $1)`,
      [id],
    );
    for (const refund of refunds.rows) {
      await call(database.pool, 'record_refund', refund.id, `re_${refund.id}`, 'failed', 'no card');
    }
    expect(refunds.rows).not.toEqual([]);
    expect(await wrongMoves(database.pool)).toEqual([]);
  });

  /** The tax and the tip in what is kept of a booking. */
  const keptOf = async (id: string) => {
    const { rows } = await database.pool.query<Record<'kept' | 'tax' | 'tip', number>>(
      `select sum(amount_cents)::integer as kept, sum(tax_cents)::integer as tax, sum(tip_cents)::integer as tip
       from private.money_moves where booking_id = $1`,
      [id],
    );
    return rows[0];
  };
  const refund = (id: string, cents: number, paid: number) =>
    call(database.pool, 'refund_booking', id, cents, paid, randomUUID(), null);

  test('what is kept of a cancelled booking is a fee with the tax in it, and no tip', async () => {
    const id = await book(database.pool, taxed);
    await call(database.pool, 'release_booking', id, 10599, 13599, 'customer');
    expect(await keptOf(id)).toEqual({ kept: 3000, tax: 143, tip: 0 });
    await refund(id, 1000, 3000);
    expect(await keptOf(id)).toEqual({ kept: 2000, tax: 95, tip: 0 });
    await refund(id, 2000, 2000);
    expect(await keptOf(id)).toEqual({ kept: 0, tax: 0, tip: 0 });
    expect(await wrongMoves(database.pool)).toEqual([]);
  });

  test('a tip given on site stays when a visit is cancelled and partly refunded', async () => {
    const { person } = await signUp(database.pool, 'tipped@example.com', { admin: true });
    const id = await book(database.pool, {
      ...taxed,
      tip_cents: 0,
      total_cents: 12599,
      due_now_cents: 12599,
    });
    await ask(database.pool, person, `select public.record_payment($1, 'cash', 550, 550)`, [id]);
    await call(database.pool, 'release_booking', id, 9599, 13149, 'customer');
    expect(await keptOf(id)).toEqual({ kept: 3550, tax: 143, tip: 550 });
    await refund(id, 3550, 3550);
    expect(await keptOf(id)).toEqual({ kept: 550, tax: 0, tip: 550 });
    await database.pool.query(
      `update public.refunds set status = 'succeeded'
       where payment_id in (select id from public.payments where booking_id = $1)`,
      [id],
    );
    expect(await keptOf(id)).toEqual({ kept: 0, tax: 0, tip: 0 });
    expect(await wrongMoves(database.pool)).toEqual([]);
  });

  test('what is kept of a booking sold without tax has none', async () => {
    const untaxed = { ...taxed, tax_cents: 0, total_cents: 12999, due_now_cents: 12999 };
    const id = await book(database.pool, untaxed);
    await call(database.pool, 'release_booking', id, 9999, 12999, 'customer');
    expect(await keptOf(id)).toEqual({ kept: 3000, tax: 0, tip: 0 });
  });

  test('a missed visit keeps a fee, and a visit that was done keeps its share of the tip', async () => {
    const id = await book(database.pool, taxed);
    await database.pool.query('update public.bookings set no_show_at = now() where id = $1', [id]);
    await refund(id, 10599, 13599);
    expect(await keptOf(id)).toEqual({ kept: 3000, tax: 143, tip: 0 });
    await database.pool.query(
      'update public.bookings set no_show_at = null, done_at = now() where id = $1',
      [id],
    );
    expect(await keptOf(id)).toMatchObject({ kept: 3000, tip: 221 });
    expect(await wrongMoves(database.pool)).toEqual([]);
  });

  test('neither tax nor tip of a booking is ever below zero', async () => {
    const { rows } = await database.pool.query(
      `select booking_id, sum(amount_cents), sum(tax_cents), sum(tip_cents) from private.money_moves
       where kind <> 'dispute' group by booking_id having least(sum(tax_cents), sum(tip_cents)) < 0`,
    );
    expect(rows).toEqual([]);
  });

  test('counts what was changed with triggers off when all is counted again', async () => {
    const id = await book(database.pool, taxed);
    await database.pool.query('delete from private.money_moves where booking_id = $1', [id]);
    expect(await wrongMoves(database.pool)).not.toEqual([]);
    await database.pool.query('select private.rebuild_moves()');
    expect(await wrongMoves(database.pool)).toEqual([]);
    const before = await rowsOf([id]);
    await database.pool.query('select private.rebuild_moves()');
    expect(await rowsOf([id])).toEqual(before);
  });
});

describePostgres('The ledger of money in two sessions', (open) => {
  let database: Database;
  let boss: Person;
  beforeAll(async () => {
    database = await open({ maxConnections: 8 });
    await defineOneByOne(database.pool);
    ({ person: boss } = await signUp(database.pool, 'boss@example.com', { admin: true }));
  });
  afterAll(() => database.close());

  test('concurrent payments of one booking are all counted', async () => {
    const id = await store(database.pool, taxed);
    const changes = Array.from({ length: 24 }, (_, n) =>
      database.pool.query(n % 2 ? steps.paysOnline(n, 900) : steps.paysOnSite(n, 800), [id]),
    );
    await Promise.all(changes);
    const { rows } = await database.pool.query(
      'select from private.money_moves where booking_id = $1',
      [id],
    );
    expect(rows).toHaveLength(24);
    expect(await wrongMoves(database.pool)).toEqual([]);
  });

  test('a payment waits for no other booking of the day', async () => {
    const [first, second] = [await store(database.pool), await store(database.pool)];
    const open = await database.pool.connect();
    try {
      await open.query('begin');
      await open.query(steps.paysOnSite(1, 800), [first]);
      // Would wait for the open transaction, and the test for it.
      await ask(database.pool, boss, `select public.record_payment($1, 'cash', 800, 0)`, [second]);
      await open.query('commit');
    } finally {
      open.release();
    }
    expect(await wrongMoves(database.pool)).toEqual([]);
  });

  test('concurrent reports of refunds leave the ledger right', async () => {
    const id = await book(database.pool);
    await ask(database.pool, boss, `select public.record_payment($1, 'cash', 800, 0)`, [id]);
    await call(database.pool, 'release_booking', id, 1000, 2800, 'customer');
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from public.refunds where payment_id in (select id from public.payments where booking_id = $1)`,
      [id],
    );
    await Promise.all(
      rows.flatMap((refund) =>
        ['sent', 'failed', 'succeeded', 'failed'].map((status) =>
          call(database.pool, 'record_refund', refund.id, `re_${refund.id}`, status, null),
        ),
      ),
    );
    expect(await wrongMoves(database.pool)).toEqual([]);
  });
});
