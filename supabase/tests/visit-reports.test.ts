import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { wanted, type Wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { cancelForRain } from './rain.ts';

type Line = { name: string; visits: number; sales_cents: number };
type Report = {
  visits: number;
  sales_cents: number;
  no_shows: number;
  new_customers: number;
  returning_customers: number;
  booked_minutes: number;
  open_minutes: number;
  services: Line[];
  add_ons: Line[];
  areas: Line[];
};

// A Monday, with every other day of that week.
const [monday, tuesday, sunday] = ['2032-03-01', '2032-03-02', '2032-03-07'] as const;

describeEachDatabase('The visit report', { both: 'values' }, (open) => {
  let database: Database;
  let owner: Person;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.pool.query(
      `delete from public.bookings where true; delete from public.customers where true;
       delete from public.opening_exceptions where true; delete from public.slot_claims where true;
       update public.time_settings set crews = 1`,
    ),
  );

  const report = async (from: string, until = from) => {
    const { rows } = await ask(
      database.pool,
      owner,
      'select public.visit_report($1, $2) as answer',
      [from, until],
    );
    return rows[0]?.['answer'] as Report;
  };
  const store = async (changes: Wanted = {}) => {
    const booking = wanted({ status: 'confirmed', booking_date: monday, ...changes });
    const columns = Object.keys(booking);
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into public.bookings (${columns.join(', ')})
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(booking),
    );
    return rows[0]?.id ?? '';
  };
  const change = (id: string, sql: string) =>
    database.pool.query(`update public.bookings set ${sql} where id = $1`, [id]);

  test('adds up visits by service, add-on and area, before tax and tips and after coupons', async () => {
    const addOns = [
      { id: 'wax', name: 'Wax', priceCents: 1500, minutes: 30 },
      { id: 'odour', name: 'Odour removal', priceCents: 2500, minutes: 30 },
    ];
    await store({
      price_cents: 15999,
      discount_cents: 2000,
      coupon_code: 'SPRING',
      tip_cents: 1000,
      total_cents: 14999,
      duration_minutes: 240,
      add_ons: JSON.stringify(addOns),
      postal_code: 'L7E 1A1',
    });
    await store({ add_ons: JSON.stringify(addOns.slice(0, 1)) });
    await store({
      service_name: 'Basic Wash',
      price_cents: 6500,
      total_cents: 6500,
      booking_date: tuesday,
      duration_minutes: 120,
    });
    await store({ booking_date: '2032-03-08' });
    expect(await report(monday, sunday)).toMatchObject({
      visits: 3,
      sales_cents: 13999 + 11999 + 6500,
      booked_minutes: 240 + 180 + 120,
      services: [
        { name: 'Premium Detailing', visits: 2, sales_cents: 13999 + 11999 },
        { name: 'Basic Wash', visits: 1, sales_cents: 6500 },
      ],
      add_ons: [
        { name: 'Wax', visits: 2, sales_cents: 3000 },
        { name: 'Odour removal', visits: 1, sales_cents: 2500 },
      ],
      areas: [
        { name: 'L7C', visits: 2, sales_cents: 11999 + 6500 },
        { name: 'L7E', visits: 1, sales_cents: 13999 },
      ],
    });
  });

  test('counts neither unpaid nor cancelled bookings, and no visit that waits for a dry day', async () => {
    await store({ status: 'pending_payment' });
    await change(await store(), `status = 'cancelled', cancelled_at = now()`);
    const id = await store();
    await cancelForRain(database.pool, id);
    expect(await report(monday)).toMatchObject({ visits: 0, sales_cents: 0, new_customers: 0 });
  });

  test('counts a no-show as booked time, but as no visit and no customer', async () => {
    await store();
    await change(
      await store({ add_ons: '[{"name": "Wax", "priceCents": 100}]' }),
      'no_show_at = now()',
    );
    expect(await report(monday)).toMatchObject({
      visits: 1,
      no_shows: 1,
      new_customers: 1,
      returning_customers: 0,
      booked_minutes: 360,
      add_ons: [],
    });
  });

  test('has no visits, and empty lists, on days without bookings', async () => {
    expect(await report(monday)).toEqual({
      visits: 0,
      sales_cents: 0,
      no_shows: 0,
      new_customers: 0,
      returning_customers: 0,
      booked_minutes: 0,
      open_minutes: 540,
      services: [],
      add_ons: [],
      areas: [],
    });
  });

  test.each([
    ['that ends before it starts', tuesday, monday],
    ['longer than two years', '2030-01-01', '2032-02-01'],
  ])('refuses a range %s', async (_what, from, until) => {
    await expect(report(from, until)).rejects.toThrow('invalid_range');
  });

  describe('customers', () => {
    const ada = { customer_email: 'ada@example.com' };
    const phone = { customer_email: null, source: 'phone', customer_phone: '+19055550188' };
    const counts = async (from: string, until = from) => {
      const { new_customers, returning_customers } = await report(from, until);
      return [new_customers, returning_customers];
    };

    test('are new on the days of their first visit, and once however often they come', async () => {
      await store(ada);
      await store({ ...ada, booking_date: tuesday });
      await store({ ...ada, booking_date: sunday });
      expect(await counts(monday, tuesday)).toEqual([1, 0]);
      expect(await counts(tuesday, sunday)).toEqual([0, 1]);
    });

    test('are known by their phone number when they have no email address', async () => {
      await store(phone);
      await store({ ...phone, booking_date: tuesday });
      expect(await counts(monday)).toEqual([1, 0]);
      expect(await counts(tuesday)).toEqual([0, 1]);
    });

    test('are new at the next visit when the first was cancelled, missed, deleted or moved', async () => {
      const first = await store(ada);
      const second = await store({ ...ada, booking_date: tuesday });
      await change(first, `status = 'cancelled', cancelled_at = now()`);
      expect(await counts(tuesday)).toEqual([1, 0]);
      await change(first, `status = 'confirmed', cancelled_at = null`);
      expect(await counts(tuesday)).toEqual([0, 1]);
      await change(first, 'no_show_at = now()');
      expect(await counts(tuesday)).toEqual([1, 0]);
      await change(first, 'no_show_at = null');
      await database.pool.query(
        `insert into public.slot_claims (booking_id, service_name, during)
         select id, service_name, private.span_of(booking) from public.bookings as booking where id = $1`,
        [first],
      );
      await change(first, `booking_date = '${sunday}'`);
      expect(await counts(tuesday)).toEqual([1, 0]);
      expect(await counts(sunday)).toEqual([0, 1]);
      await database.pool.query('delete from public.bookings where id = $1', [second]);
      expect(await counts(sunday)).toEqual([1, 0]);
    });

    test('are counted by the corrected address', async () => {
      await store(ada);
      const id = await store({ booking_date: tuesday });
      expect(await counts(tuesday)).toEqual([1, 0]);
      await change(id, `customer_email = 'ada@example.com'`);
      expect(await counts(tuesday)).toEqual([0, 1]);
    });

    test('keep their first visit when they are erased, and are no longer counted as returning', async () => {
      const ids = [await store(ada), await store({ ...ada, booking_date: tuesday })];
      await database.pool.query('select private.forget_person($1, $2, null)', [
        ids,
        'ada@example.com',
      ]);
      expect(await counts(monday)).toEqual([1, 0]);
      expect(await counts(tuesday)).toEqual([0, 0]);
      expect((await report(monday)).areas).toEqual([{ name: '', visits: 1, sales_cents: 11999 }]);
      await database.pool.query('select private.rebuild_first_visits()');
      expect(await counts(monday)).toEqual([1, 0]);
    });

    test('have the same first visits when all are marked anew', async () => {
      await store(ada);
      await store({ ...ada, booking_date: tuesday });
      await store(phone);
      await change(await store({ booking_date: tuesday }), 'no_show_at = now()');
      const marks = async () =>
        (
          await database.pool.query<object>(
            'select * from private.first_visits order by booking_id',
          )
        ).rows;
      const kept = await marks();
      expect(kept).toHaveLength(2);
      await database.pool.query('select private.rebuild_first_visits()');
      expect(await marks()).toEqual(kept);
    });
  });

  describe('open hours', () => {
    const open = async (from: string, until = from) => (await report(from, until)).open_minutes;
    const block = (from: string, until: string, crew: number | null) =>
      database.pool.query(
        `insert into public.slot_claims (during, reason, crew) values (tstzrange($1, $2), 'Away', $3)`,
        [from, until, crew],
      );

    test('are from the first start until the end of work, for each crew', async () => {
      expect(await open(monday)).toBe(540);
      await database.pool.query('update public.time_settings set crews = 2');
      expect(await open(monday, tuesday)).toBe(4 * 540);
    });

    test('are those of each crew that has hours of its own', async () => {
      await database.pool.query('update public.time_settings set crews = 2');
      // Off on Tuesdays; on Mondays from before the business opens until 4 PM.
      await database.pool.query(`insert into public.crew_hours values (2, 1, '07:00', '16:00')`);
      expect(await open(monday)).toBe(540 + 420);
      expect(await open(tuesday)).toBe(540);
      await block('2032-03-01T21:00:00Z', '2032-03-02T01:00:00Z', 2);
      expect(await open(monday), 'the crew is off then anyway').toBe(540 + 420);
    });

    test('follow exceptions', async () => {
      await database.pool.query(
        `insert into public.opening_exceptions (day, is_open, starts, ends_by)
         values ($1, false, null, null), ($2, true, '{10:00}', '14:30')`,
        [monday, tuesday],
      );
      expect(await open(monday)).toBe(0);
      expect(await open(tuesday)).toBe(270);
    });

    test('lack blocked time as far as it is within them, of one crew or of all', async () => {
      await database.pool.query('update public.time_settings set crews = 2');
      // 7:00 to 11:00 of both crews, 16:00 to 20:00 of one: two hours each are within the open hours.
      await block('2032-03-01T12:00:00Z', '2032-03-01T16:00:00Z', null);
      await block('2032-03-01T21:00:00Z', '2032-03-02T01:00:00Z', 2);
      expect(await open(monday)).toBe(2 * 540 - 2 * 120 - 120);
      await block('2032-03-02T05:00:00Z', '2032-03-03T05:00:00Z', null);
      expect(await open(tuesday)).toBe(0);
    });

    test('are as long on the days of the clock change', async () => {
      expect(await open('2031-03-09')).toBe(await open('2031-03-08'));
      expect(await open('2031-11-02')).toBe(await open('2031-11-01'));
    });
  });
});
