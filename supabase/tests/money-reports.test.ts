import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { paidInFull, wanted, type Wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { cancelForRain } from './rain.ts';

type Figures = {
  received_cents: number;
  refunded_cents: number;
  tax_cents: number;
  tip_cents: number;
  payments: number;
  refunds: number;
};

type Report = {
  days: (Figures & { day: string })[];
  services: (Figures & { service_name: string })[];
  methods: (Figures & { method: string })[];
  outstanding: Record<string, number>;
};

type Move = {
  id: string;
  kind: string;
  amount_cents: number;
  tax_cents: number;
  tip_cents: number;
};
type Page = { rows: Move[]; next: unknown; total: number | null };

describeEachDatabase('The money report', { both: 'values' }, (open) => {
  let database: Database;
  let owner: Person;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const answer = async <Answer>(sql: string, ...values: unknown[]) => {
    const { rows } = await ask(database.pool, owner, `select ${sql} as answer`, values);
    return rows[0]?.['answer'] as Answer;
  };
  const report = (from: string, until = from) =>
    answer<Report>('public.money_report($1, $2)', from, until);

  const store = async (changes: Wanted = {}) => {
    const booking = wanted({ status: 'confirmed', ...changes });
    const columns = Object.keys(booking);
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into public.bookings (${columns.join(', ')})
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(booking),
    );
    return rows[0]?.id ?? '';
  };
  const pay = async (
    bookingId: string,
    cents: number,
    at: string,
    { tip = 0, online = false } = {},
  ) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into public.payments (booking_id, method, stripe_payment_intent_id, amount_cents, tip_cents, status, settled_at)
       values ($1, $2, $3, $4, $5, 'succeeded', $6) returning id`,
      [
        bookingId,
        online ? 'online' : 'cash',
        online ? `pi_${crypto.randomUUID()}` : null,
        cents,
        tip,
        at,
      ],
    );
    return rows[0]?.id ?? '';
  };
  const refund = (paymentId: string, cents: number, at: string, status = 'succeeded') =>
    database.pool.query(
      `insert into public.refunds (payment_id, amount_cents, reason, status, created_at) values ($1, $2, 'test', $3, $4)`,
      [paymentId, cents, status, at],
    );

  const everyPage = async (name: string, from: string, until: string, batch: number) => {
    const rows: Move[] = [];
    let total: number | null = null;
    let after: unknown = null;
    do {
      const page = await answer<Page>(
        `public.${name}($1, $2, $3, $4)`,
        from,
        until,
        after === null ? null : JSON.stringify(after),
        batch,
      );
      total ??= page.total;
      rows.push(...page.rows);
      after = page.next;
    } while (after !== null);
    return { rows, total };
  };

  const sum = (rows: readonly Figures[], name: keyof Figures) =>
    rows.reduce((total, row) => total + row[name], 0);

  describe('a local day', () => {
    // In 2031 clocks go forward on March 9 and back on November 2.
    test.each([
      ['of 23 hours', '2031-03-09', '2031-03-09T05:00:00Z', '2031-03-10T03:59:59.999Z'],
      ['of 25 hours', '2031-11-02', '2031-11-02T04:00:00Z', '2031-11-03T04:59:59.999Z'],
      ['of summer', '2031-07-01', '2031-07-01T04:00:00Z', '2031-07-02T03:59:59.999Z'],
    ])('%s has its first and last moment and no other', async (_name, day, first, last) => {
      const id = await store();
      const outside = new Date(Date.parse(first) - 1).toISOString();
      const after = new Date(Date.parse(last) + 1).toISOString();
      for (const [cents, at] of [
        [100, first],
        [200, last],
        [4000, outside],
        [8000, after],
      ] as const) {
        await pay(id, cents, at);
      }
      expect((await report(day)).days).toEqual([
        expect.objectContaining({ day, received_cents: 300, payments: 2 }),
      ]);
    });
  });

  describe('tax and tip', () => {
    test('count with the payment that covers them, service first', async () => {
      const id = await store({ tip_cents: 1000, total_cents: 12999 });
      await pay(id, 2000, '2032-01-05T15:00:00Z', { online: true });
      await pay(id, 11999, '2032-01-06T15:00:00Z', { tip: 1000 });
      const { days } = await report('2032-01-05', '2032-01-06');
      expect(days).toMatchObject([
        { day: '2032-01-05', tip_cents: 0, tax_cents: 0 },
        { day: '2032-01-06', tip_cents: 2000, tax_cents: 0 },
      ]);
    });

    test('are refunded proportionally, and completely with all refunds', async () => {
      const id = await store(paidInFull);
      const payment = await pay(id, 12599, '2032-02-05T15:00:00Z', { online: true });
      await refund(payment, 4200, '2032-02-06T15:00:00Z');
      await refund(payment, 8399, '2032-02-07T15:00:00Z', 'pending');
      const { days } = await report('2032-02-05', '2032-02-07');
      expect(days.map(({ tax_cents }) => tax_cents)).toEqual([600, -200, -400]);
    });

    test('count once when a booking is paid twice', async () => {
      const id = await store(paidInFull);
      await pay(id, 12599, '2032-03-05T15:00:00Z', { online: true });
      const second = await pay(id, 12599, '2032-03-05T16:00:00Z', { online: true });
      await refund(second, 12599, '2032-03-05T16:00:01Z');
      expect((await report('2032-03-05')).days).toMatchObject([{ tax_cents: 600 }]);
    });

    test('count again with the payment that follows a full refund', async () => {
      const id = await store(paidInFull);
      const first = await pay(id, 12599, '2032-04-05T15:00:00Z', { online: true });
      await refund(first, 12599, '2032-04-06T15:00:00Z');
      await pay(id, 12599, '2032-04-07T15:00:00Z');
      const { days } = await report('2032-04-05', '2032-04-07');
      expect(days.map(({ tax_cents }) => tax_cents)).toEqual([600, -600, 600]);
    });
  });

  test('ignores a failed refund', async () => {
    const payment = await pay(await store(), 2000, '2032-05-05T15:00:00Z', { online: true });
    await refund(payment, 2000, '2032-05-05T16:00:00Z', 'failed');
    expect((await report('2032-05-05')).days).toMatchObject([
      { received_cents: 2000, refunded_cents: 0, refunds: 0 },
    ]);
  });

  test('has equal sums by day, by service, by payment method and in the accountant’s file', async () => {
    const cents = fc.integer({ min: 100, max: 20_000 });
    const hour = fc.integer({ min: 0, max: 20 * 24 });
    const paid = fc.record({
      cents,
      hour,
      online: fc.boolean(),
      tip: fc.integer({ min: 0, max: 100 }),
      inFull: fc.boolean(),
      refunds: fc.array(
        fc.record({ share: fc.double({ min: 0.01, max: 0.4, noNaN: true }), hour }),
        {
          maxLength: 2,
        },
      ),
    });
    const samples = fc.sample(fc.array(paid, { minLength: 4, maxLength: 8 }), {
      numRuns: 2,
      seed: 7,
    });
    // The clocks change within this range.
    const begins = Date.parse('2033-03-01T05:00:00Z');
    const moment = (after: number) => new Date(begins + after * 3_600_000).toISOString();
    for (const one of samples.flat()) {
      const id = await store(one.inFull ? paidInFull : { service_name: 'Basic Wash' });
      const tip = one.online ? 0 : one.tip;
      const payment = await pay(id, one.cents, moment(one.hour), { online: one.online, tip });
      for (const back of one.refunds) {
        await refund(payment, Math.ceil(one.cents * back.share), moment(one.hour + back.hour / 10));
      }
    }
    const all = await report('2033-03-01', '2033-03-31');
    const stored = await database.pool.query<{ received: number; refunded: number }>(
      `select
         (select sum(amount_cents)::integer from public.payments where settled_at >= $1 and settled_at < $2) as received,
         (select sum(amount_cents)::integer from public.refunds where created_at >= $1 and created_at < $2) as refunded`,
      ['2033-03-01T05:00:00Z', '2033-04-01T04:00:00Z'],
    );
    const { rows: moves, total } = await everyPage(
      'export_payments',
      '2033-03-01',
      '2033-03-31',
      3,
    );
    expect(moves).toHaveLength(total ?? 0);
    expect(new Set(moves.map(({ id }) => id)).size).toBe(moves.length);
    for (const groups of [all.days, all.services, all.methods]) {
      expect(sum(groups, 'received_cents')).toBe(stored.rows[0]?.received);
      expect(sum(groups, 'refunded_cents')).toBe(stored.rows[0]?.refunded);
      expect(sum(groups, 'received_cents') - sum(groups, 'refunded_cents')).toBe(
        moves.reduce((together, move) => together + move.amount_cents, 0),
      );
      for (const part of ['tax_cents', 'tip_cents'] as const) {
        expect(sum(groups, part)).toBe(moves.reduce((together, move) => together + move[part], 0));
      }
    }
    // A range is the sum of its days.
    const halves = [
      ...(await report('2033-03-01', '2033-03-12')).days,
      ...(await report('2033-03-13', '2033-03-31')).days,
    ];
    expect(halves).toEqual(all.days);
  });

  test('agrees with each booking about what is held and due', async () => {
    const { rows } = await database.pool.query<Record<string, number>>(`
      select
        coalesce(sum(money.paid_cents - money.refunded_cents - (
          select coalesce(sum(tip_cents), 0) from private.money_moves where booking_id = b.id
        )), 0)::integer as held_cents,
        coalesce(sum(private.due_on_site_cents(b)), 0)::integer as due_cents
      from public.bookings b cross join lateral private.money_of(b) as money
      where b.booking_date >= (now() at time zone 'America/Toronto')::date
        and b.status not in ('pending_payment', 'cancelled') and b.done_at is null and b.no_show_at is null`);
    const { outstanding } = await report('2032-01-01', '2032-12-31');
    expect(outstanding).toMatchObject(rows[0] ?? {});
    expect(outstanding['due_cents']).toBeGreaterThan(0);
  });

  test('counts a full payment ahead as held, without its tip', async () => {
    const held = async () => (await report('2032-01-01', '2032-12-31')).outstanding;
    const before = await held();
    const id = await store({
      ...paidInFull,
      ...{ tip_cents: 1500, total_cents: 14099, due_now_cents: 14099 },
    });
    await pay(id, 14099, '2031-01-01T15:00:00Z');
    expect(await held()).toMatchObject({
      held_cents: (before['held_cents'] ?? 0) + 12599,
      held_bookings: (before['held_bookings'] ?? 0) + 1,
    });
  });

  test('counts a past unpaid visit on its day', async () => {
    const before = await report('2020-03-01', '2020-03-31');
    expect(before.outstanding['open_cents']).toBe(0);
    const id = await store({ booking_date: '2020-03-04' });
    await pay(id, 2000, '2020-03-01T15:00:00Z');
    await store({ booking_date: '2020-03-05', status: 'paid' });
    const { outstanding } = await report('2020-03-01', '2020-03-31');
    expect(outstanding).toMatchObject({ open_cents: 9999, open_bookings: 1 });
  });

  test('counts a visit cancelled because of rain as upcoming, also after its day, until it is done', async () => {
    const april = () => report('2020-04-01', '2020-04-30');
    const before = (await april()).outstanding;
    const id = await store({ booking_date: '2020-04-04' });
    await pay(id, 2000, '2020-04-01T15:00:00Z');
    await cancelForRain(database.pool, id);
    expect((await april()).outstanding).toEqual({
      held_cents: (before['held_cents'] ?? 0) + 2000,
      held_bookings: (before['held_bookings'] ?? 0) + 1,
      owed_cents: 0,
      owed_refunds: 0,
      due_cents: (before['due_cents'] ?? 0) + 9999,
      due_bookings: (before['due_bookings'] ?? 0) + 1,
      open_cents: 0,
      open_bookings: 0,
    });
    await database.pool.query('update public.bookings set done_at = now() where id = $1', [id]);
    expect((await april()).outstanding).toEqual({ ...before, open_cents: 9999, open_bookings: 1 });
  });

  test('pages through bookings, each once, with the amounts paid', async () => {
    for (const time of ['09:00', '09:00', '15:00', '12:00']) {
      await store({ booking_date: '2020-05-04', booking_time: time });
    }
    const { rows, total } = await everyPage('export_bookings', '2020-05-01', '2020-05-31', 1);
    expect(rows).toHaveLength(4);
    expect(total).toBe(4);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
    expect(rows[0]).toMatchObject({ paid_cents: 0, due_cents: 9999, booking_time: '09:00:00' });
  });

  test('tells what became of each visit in the list of bookings', async () => {
    const at = '2020-06-04T18:00:00Z';
    const done = await store({ booking_date: '2020-06-04', booking_time: '09:00' });
    const missed = await store({ booking_date: '2020-06-04', booking_time: '12:00' });
    const rainy = await store({ booking_date: '2020-06-05' });
    await database.pool.query('update public.bookings set done_at = $2 where id = $1', [done, at]);
    await database.pool.query('update public.bookings set no_show_at = $2 where id = $1', [
      missed,
      at,
    ]);
    await cancelForRain(database.pool, rainy);
    const { rows } = await everyPage('export_bookings', '2020-06-01', '2020-06-30', 10);
    expect(rows).toMatchObject([
      { id: done, done_at: '2020-06-04T18:00:00+00:00', no_show_at: null, called_off: null },
      { id: missed, done_at: null, no_show_at: '2020-06-04T18:00:00+00:00', called_off: null },
      { id: rainy, done_at: null, no_show_at: null, called_off: 'asked' },
    ]);
  });

  test.each([
    ['that ends before it starts', '2032-02-02', '2032-02-01'],
    ['longer than two years', '2030-01-01', '2032-02-01'],
  ])('refuses a range %s', async (_what, from, until) => {
    await expect(report(from, until)).rejects.toThrow('invalid_range');
  });

  test('has receipts without the tip of a payment that is refunded', async () => {
    const id = await store({ status: 'paid' });
    await pay(id, 9605, '2032-06-05T15:00:00Z');
    const second = await pay(id, 10605, '2032-06-05T16:00:00Z', { tip: 1000, online: true });
    await refund(second, 10605, '2032-06-05T16:01:00Z');
    expect(await answer('public.booking_receipt($1)', id)).toMatchObject({
      payments: [{ tip_cents: 0 }, { amount_cents: 10605, tip_cents: 0 }],
    });
    const { rows } = await database.pool.query('select private.receipt_facts($1) as facts', [id]);
    expect(rows).toMatchObject([
      { facts: { payments: [{ tip_cents: 0 }, { tip_cents: 0 }], given_back_cents: 10605 } },
    ]);
  });

  test('has receipts with payments and refunds', async () => {
    const id = await store(paidInFull);
    const payment = await pay(id, 12599, '2032-06-05T15:00:00Z', { online: true });
    await refund(payment, 500, '2032-06-06T15:00:00Z', 'sent');
    await refund(payment, 700, '2032-06-06T16:00:00Z', 'failed');
    expect(await answer('public.booking_receipt($1)', id)).toMatchObject({
      booking: { id, total_cents: 12599, tax_label: 'GST (5%)' },
      due_on_site_cents: 0,
      payments: [{ method: 'online', amount_cents: 12599, tip_cents: 0 }],
      refunds: [{ amount_cents: 500, status: 'sent' }],
    });
    await expect(
      answer('public.booking_receipt($1)', '00000000-0000-4000-8000-000000000001'),
    ).rejects.toThrow('booking_not_found');
  });
});
