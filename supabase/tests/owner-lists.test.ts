import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { ask, signUp, type Person } from './cast.ts';
import { defineOneByOne, wrongMoves } from './one-by-one.ts';

// Bookings of every kind around today, with payments, refunds and rain answers in every state, also in those that
// the product itself avoids.
const anything = `
select setseed($1);
insert into public.bookings (
  customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type, car_model, car_year,
  booking_date, booking_time, duration_minutes, status, payment_option, price_cents, tax_cents, tip_cents, total_cents,
  due_now_cents, deposit_cents, free_cancellation_hours, address, city, province, postal_code, cancelled_at, done_at,
  no_show_at, source
)
select
  (array['John Smith', 'Joanne Roy', 'Xavier Quist'])[1 + n % 3], 'customer' || n % 12 || '@example.com',
  '+1905' || 5550000 + n % 12, 'premium-detailing', (array['Basic Wash', 'Premium Detailing'])[1 + n % 2], 'suv',
  (array['Volvo XC60', 'Honda Civic'])[1 + n % 2], 2015 + n % 3,
  (now() at time zone 'America/Toronto')::date + (random() * 40)::integer - 25,
  time '00:00' + (random() * 22)::integer * interval '1 hour', 60 + 60 * (n % 3),
  kind.status, case when kind.is_full then 'pay_full_online' else 'pay_deposit' end, 10000,
  case when kind.is_full then 500 else 0 end, kind.tip, 10000 + case when kind.is_full then 500 else 0 end + kind.tip,
  case when kind.is_full then 10500 + kind.tip else 2000 end, 2000, 24, '1 Main Street', 'Caledon', 'ON', 'L7C 1A1',
  case kind.status when 'cancelled' then now() end,
  case when kind.mark < 0.2 then now() end, case when kind.mark > 0.9 then now() end,
  case when n % 10 = 0 then 'phone' else 'online' end
from generate_series(1, 240) as n
cross join lateral (
  select
    (array['pending_payment', 'deposit_paid', 'confirmed', 'paid', 'cancelled'])[1 + (n * 7 + random() * 4)::integer % 5]
      as status,
    random() < 0.4 as is_full, (random() * 3)::integer * 500 as tip, random() as mark
) as kind;

insert into public.payments (
  booking_id, method, stripe_payment_intent_id, amount_cents, tip_cents, refunded_cents, status, settled_at
)
select
  booking.id, way.method, case way.method when 'online' then 'pi_' || gen_random_uuid() end, way.cents,
  case when way.method <> 'online' and random() < 0.4 then 300 else 0 end,
  case when random() < 0.2 then way.cents / (1 + (random() * 2)::integer) else 0 end, way.status,
  case way.status when 'succeeded' then now() + (random() * 40 - 25) * interval '1 day' end
from public.bookings as booking
cross join generate_series(1, 3) as number
cross join lateral (
  select
    (array['online', 'cash', 'card'])[1 + (number + random() * 2)::integer % 3] as method,
    (array[2000, 8000, 10500, 1234])[1 + (number + random() * 3)::integer % 4] as cents,
    case when random() < 0.8 then 'succeeded' else 'canceled' end as status
) as way
where random() < 0.6;

insert into public.refunds (payment_id, amount_cents, reason, status, created_at)
select
  id, 1 + (random() * amount_cents)::integer, 'test',
  (array['pending', 'sent', 'succeeded', 'failed', 'owed'])[1 + (number + random() * 4)::integer % 5],
  settled_at + (random() * 10 - 1) * interval '1 day'
from public.payments cross join generate_series(1, 2) as number
where status = 'succeeded' and random() < 0.4;

insert into public.rain_days (day, part, answer_hours) values (current_date, 'day', 24);
insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, state, token_hash)
select
  rain_days.id, bookings.id, booking_date, booking_time,
  (array['asked', 'declined', 'settled', 'closed'])[1 + (random() * 3)::integer], sha256(bookings.id::text::bytea)
from public.bookings cross join public.rain_days
where random() < 0.3 and bookings.status not in ('pending_payment', 'cancelled');

insert into public.customers (email, name, phone, first_booked_at, last_booked_at)
select customer_email, min(customer_name), min(customer_phone), min(created_at), max(created_at)
from public.bookings group by customer_email;

insert into public.reviews (customer_name, rating, is_approved, created_at)
select 'Somebody', 1 + (random() * 4)::integer, random() < 0.7, now() from generate_series(1, 30)`;

describeEachDatabase('The lists of the owner', (open) => {
  describe.each([0.1, 0.4, 0.7])('with history %d', (seed) => {
    let database: Database;
    let owner: Person;
    beforeAll(async () => {
      database = await open({ maxConnections: 1 });
      owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
      await defineOneByOne(database.pool);
      await database.pool.query('set session_replication_role = replica');
      const [first = '', ...rest] = anything.split(';\n');
      await database.pool.query(first, [seed]);
      for (const statement of rest) await database.pool.query(statement);
      await database.pool.query('reset session_replication_role');
      await database.pool.query(
        'select private.rebuild_moves(), private.recount_reviews(), private.rebuild_first_visits()',
      );
    });
    afterAll(() => database.close());

    const asked = async <Answer>(sql: string) => {
      const { rows } = await ask(database.pool, owner, `select ${sql} as answer`);
      return rows[0]?.['answer'] as Answer;
    };
    const defined = async (sql: string) => {
      const { rows } = await database.pool.query<{ answer: unknown }>(`select ${sql} as answer`);
      return rows[0]?.answer;
    };
    const days = `(now() at time zone 'America/Toronto')::date - 25, (now() at time zone 'America/Toronto')::date + 15`;

    test('customers have the figures of their definition, in the list and in a search', async () => {
      const answer = (search: string) =>
        asked<{ customers: { email: string }[] }>(`public.find_customers('${search}', null, 100)`);
      const all = (await answer('')).customers;
      expect(all).toHaveLength(12);
      for (const customer of all) {
        expect(customer).toMatchObject(
          (await defined(`one_by_one.figures('${customer.email}')`)) as object,
        );
      }
      expect((await answer('jo')).customers).toEqual(
        all.filter((customer) => JSON.stringify(customer).includes('Jo')),
      );
    });

    test('bookings have the lines of their definition, in the list and in the calendar', async () => {
      type Lines = { bookings: { id: string }[] };
      const { bookings: found } = await asked<Lines>(
        `public.find_bookings('customer', null, null, null, null, 100)`,
      );
      expect(found).toHaveLength(100);
      const { bookings: drawn } = await asked<Lines>(`public.calendar_range(${days})`);
      expect(drawn.length).toBeGreaterThan(50);
      const lines = (await defined(
        '(select jsonb_object_agg(id, one_by_one.line(booking)) from public.bookings as booking)',
      )) as Record<string, object>;
      for (const line of [...found, ...drawn]) expect(line).toMatchObject(lines[line.id] ?? {});
    });

    test('past visits without a mark are those of their definition', async () => {
      expect(
        await defined(
          `(select jsonb_agg(jsonb_build_object('id', id, 'due_cents', due_cents) order by id) from private.unmarked_visits())`,
        ),
      ).toEqual(await defined('one_by_one.unmarked_visits()'));
    });

    test('money held and due equals its definition', async () => {
      expect(await defined(`private.money_outstanding(${days})`)).toEqual(
        await defined(`one_by_one.outstanding(${days})`),
      );
    });

    test('the ledger of money equals its definition', async () => {
      expect(await wrongMoves(database.pool)).toEqual([]);
    });

    test('the rating equals that of the approved reviews', async () => {
      expect(await defined('public.review_rating()')).toEqual(
        await defined(`(
          select jsonb_build_object('count', count(*), 'average', round(avg(rating), 1))
          from public.reviews where is_approved
        )`),
      );
    });
  });
});
