import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePrice, type SoldMoney } from '../../domain/money/change-sale.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, wanted, type Wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

type Move = Record<'kind' | 'method' | 'service_name', string> &
  Record<'amount_cents' | 'tax_cents' | 'tip_cents', number>;

const hst = [{ label: 'HST (13%)', basisPoints: 1300, cents: 1300, registrationNumber: '' }];
/** $99.99 and $13.00 HST, all of it due on site. */
const byPhone = { price_cents: 9999, tax_cents: 1300, total_cents: 11299, tax_lines: hst };

describeEachDatabase('What the owner does, in the ledger of money', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  const owner = async <Answer>(sql: string, ...values: unknown[]) =>
    (await ask(database.pool, boss.person, `select ${sql} as answer`, values)).rows[0]?.[
      'answer'
    ] as Answer;
  const phone = (changes: Record<string, unknown> = {}) =>
    call<string>(
      database.pool,
      'book_by_phone',
      JSON.stringify({
        ...wanted({ id: randomUUID(), due_now_cents: 0, deposit_cents: 0 }),
        ...byPhone,
        ...changes,
      }),
      boss.id,
    );
  const pay = (id: string, method: string, cents: number, tip = 0) =>
    owner<string>(`public.record_payment($1, $2, $3, $4) ->> 'payment_id'`, id, method, cents, tip);
  const refund = (id: string, cents: number, kept: number) =>
    call(database.pool, 'refund_booking', id, cents, kept, randomUUID(), boss.id);

  /** Changes the visit to a Basic Wash for $65.00 before tax. */
  async function makeBasic(id: string) {
    const { rows } = await database.pool.query<{ it: SoldMoney & Record<string, unknown> }>(
      'select to_jsonb(booking) as it from public.bookings as booking where id = $1',
      [id],
    );
    const row = rows[0]?.it as SoldMoney & Record<string, unknown>;
    const sale = [
      ...['service_id', 'vehicle_type', 'vehicle_name', 'add_ons', 'duration_minutes'],
    ].map((name) => [name, row[name]]);
    await call(
      database.pool,
      'change_visit',
      id,
      JSON.stringify({
        service_id: row['service_id'],
        vehicle_type: row['vehicle_type'],
        add_ons: [],
        price_cents: row.price_cents,
        total_cents: row.total_cents,
      }),
      JSON.stringify({
        ...Object.fromEntries(sale),
        ...{ service_id: 'basic-wash', service_name: 'Basic Wash' },
        ...changePrice(row, 6500),
      }),
      false,
      boss.id,
    );
  }

  /** Marks what is owed by hand of a booking as paid back. */
  async function payBack(id: string, method?: string) {
    const { rows } = await database.pool.query<{ id: string }>(
      `select finding.id from public.payment_findings as finding
       join public.refunds as refund on refund.id = finding.refund_id and refund.status = 'owed'
       join public.payments as payment on payment.id = refund.payment_id
       where payment.booking_id = $1 and finding.closed_at is null`,
      [id],
    );
    for (const finding of rows) {
      await call(
        database.pool,
        'mend_finding',
        ...[finding.id, 'by_hand', 'paid back', boss.id, ...(method ? [method] : [])],
      );
    }
  }

  const movesOf = async (id: string) => {
    const { rows } = await database.pool.query<Move>(
      `select kind, method, service_name, amount_cents, tax_cents, tip_cents
       from private.money_moves where booking_id = $1 order by at, amount_cents desc`,
      [id],
    );
    return rows;
  };
  const sumOf = async (id: string) => {
    const moves = await movesOf(id);
    const sum = (name: 'amount_cents' | 'tax_cents' | 'tip_cents') =>
      moves.reduce((all, move) => all + move[name], 0);
    return [sum('amount_cents'), sum('tax_cents'), sum('tip_cents')];
  };

  /** The reduction and the tax on a receipt, whose lines add up to what is paid and due. */
  async function addsUp(id: string) {
    type Part = { amount_cents: number; tip_cents: number };
    const stored = await owner<{
      booking: SoldMoney;
      payments: Part[];
      refunds: Part[];
      due_on_site_cents: number;
      reduced_cents: number;
      reduced_tax_cents: number;
    }>('public.booking_receipt($1)', id);
    const sum = (parts: Part[], name: keyof Part) =>
      parts.reduce((all, part) => all + part[name], 0);
    const total = stored.booking.total_cents + sum(stored.payments, 'tip_cents');
    expect(total - stored.reduced_cents).toBe(
      sum(stored.payments, 'amount_cents') -
        sum(stored.refunds, 'amount_cents') +
        stored.due_on_site_cents,
    );
    const tax = stored.booking.tax_cents - stored.reduced_tax_cents;
    return { reduced: stored.reduced_cents, tax };
  }

  test('a refund of what was overpaid takes no tip, and the tax went with the change', async () => {
    const id = await phone();
    await pay(id, 'cash', 12000, 701);
    await makeBasic(id);
    await refund(id, 3954, 12000);
    await payBack(id);
    expect(await sumOf(id)).toEqual([8046, 845, 701]);
    expect(await movesOf(id)).toMatchObject([
      { kind: 'payment', service_name: 'Premium Detailing', tax_cents: 1300, tip_cents: 701 },
      { kind: 'change', amount_cents: 0, tax_cents: -455, tip_cents: 0 },
      { kind: 'refund', amount_cents: -3954, tax_cents: 0, tip_cents: 0 },
    ]);
  });

  test('a change of the visit leaves the lines of earlier payments as they were', async () => {
    const id = await phone();
    await pay(id, 'card', 11299);
    const before = await movesOf(id);
    await makeBasic(id);
    expect((await movesOf(id)).slice(0, 1)).toEqual(before);
  });

  test('what was refunded by choice counts less when the price falls below it', async () => {
    const paid: Wanted = {
      coupon_code: 'NEWCUSTOMER20',
      ...{ payment_option: 'pay_full_online', price_cents: 9999, discount_cents: 1500 },
      ...{ tax_cents: 1105, tip_cents: 1000, total_cents: 10604, due_now_cents: 10604 },
    };
    const id = await book(database.pool, paid);
    await refund(id, 4000, 10604);
    expect(await sumOf(id)).toEqual([6604, 688, 623]);
    await makeBasic(id);
    // Of $66.50, $0.46 is not charged: 65.00 − 15.00, 6.50 and a tip of 10.00.
    expect(await sumOf(id)).toEqual([6604, 646, 993]);
    expect(await addsUp(id)).toEqual({ reduced: 46, tax: 646 });
  });

  test('a receipt has a line for what was refunded by choice, and states the tax of the ledger', async () => {
    const id = await phone();
    await pay(id, 'cash', 12000, 701);
    await refund(id, 4000, 12000);
    expect(await addsUp(id)).toEqual({ reduced: 4000, tax: 867 });
    await payBack(id);
    expect(await addsUp(id)).toEqual({ reduced: 4000, tax: 867 });
    expect(await sumOf(id)).toEqual([8000, 867, 467]);
  });

  test('a receipt of a cancelled visit adds up, with the tax of the fee', async () => {
    const id = await phone();
    await pay(id, 'cash', 11299);
    await call(database.pool, 'release_booking', id, 9000, 11299, 'customer', boss.id);
    await payBack(id);
    expect(await addsUp(id)).toEqual({ reduced: 9000, tax: 265 });
    expect(await sumOf(id)).toEqual([2299, 265, 0]);
  });

  test('a changed visit is emailed with every line between its price and what is left', async () => {
    const id = await phone();
    await pay(id, 'cash', 12000, 701);
    await makeBasic(id);
    const { rows } = await database.pool.query<{ changes: string }>(
      `select data ->> 'changes' as changes from public.mail_outbox
       where booking_id = $1 and template_type = 'booking_corrected'`,
      [id],
    );
    expect(rows[0]?.changes.split('\n')).toEqual([
      'Service: Basic Wash',
      'Price: $65.00',
      'HST (13%): $8.45',
      'Tip when paying: $7.01',
      'Total: $80.46',
      'Paid: $120.00',
      'Overpaid: $39.54',
    ]);
  });

  test('what is to be refunded by hand is owed back, and no longer paid in advance', async () => {
    const outstanding = async () => {
      const report = await owner<{ outstanding: Record<string, number> }>(
        `public.money_report('2032-01-01', '2032-01-01')`,
      );
      const { held_cents: held, owed_cents: owed } = report.outstanding;
      return { held: held ?? 0, owed: owed ?? 0 };
    };
    const before = await outstanding();
    const id = await phone();
    await pay(id, 'cash', 11299);
    await refund(id, 4000, 11299);
    const { held, owed } = before;
    expect(await outstanding()).toEqual({ held: held + 7299, owed: owed + 4000 });
    await payBack(id);
    expect(await outstanding()).toEqual({ held: held + 7299, owed });
  });

  test('each payment carries its share of the tax, and together they carry all of it', async () => {
    const id = await phone({ price_cents: 7224, tax_cents: 939, total_cents: 8163 });
    await pay(id, 'cash', 5000);
    await pay(id, 'card', 3163);
    expect(await movesOf(id)).toMatchObject([
      { amount_cents: 5000, tax_cents: 575 },
      { amount_cents: 3163, tax_cents: 364 },
    ]);
  });

  test('an undone payment is taken off again on the day it is undone', async () => {
    const id = await phone();
    const payment = await pay(id, 'cash', 11299);
    await database.pool.query(
      `update private.money_moves set at = at - interval '3 days', day = day - 3 where id = $1`,
      [payment],
    );
    await owner('public.undo_payment($1)', payment);
    expect(await movesOf(id)).toMatchObject([
      { kind: 'payment', amount_cents: 11299, tax_cents: 1300 },
      { kind: 'payment', amount_cents: -11299, tax_cents: -1300 },
    ]);
    const { rows } = await database.pool.query(
      `select max(day) - min(day) as days from private.money_moves where booking_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ days: 3 }]);
  });

  test('a refund by hand counts for the method it was paid back with', async () => {
    const id = await phone();
    await pay(id, 'card', 11299);
    await refund(id, 1000, 11299);
    await payBack(id, 'e_transfer');
    expect(await movesOf(id)).toMatchObject([
      { kind: 'payment', method: 'card' },
      { kind: 'refund', method: 'e_transfer', amount_cents: -1000 },
    ]);
    const other = await phone();
    await pay(other, 'cash', 11299);
    await refund(other, 1000, 11299);
    await payBack(other);
    expect((await movesOf(other))[1]).toMatchObject({ kind: 'refund', method: 'cash' });
  });
});
