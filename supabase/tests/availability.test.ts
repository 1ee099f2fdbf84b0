import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { hold, lapse, wanted } from './bookings.ts';
import { anon, ask } from './cast.ts';

// Twenty thousand mornings from the year 2000 on, all booked.
const fill = `
  insert into public.slot_claims (during, reason)
  select tstzrange(starts_at, starts_at + interval '2 hours', '[)'), 'Filled'
  from (
    select (date '2000-01-01' + day + time '09:00') at time zone 'America/Toronto' as starts_at
    from generate_series(0, 9999) as day
  ) as days
  union all
  select tstzrange(starts_at, starts_at + interval '2 hours', '[)'), 'Filled'
  from (
    select (date '2000-01-01' + day + time '15:00') at time zone 'America/Toronto' as starts_at
    from generate_series(0, 9999) as day
  ) as days`;

describeEachDatabase('Booked times', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.pool.query(fill);
    await database.pool.query('analyze public.slot_claims');
  });
  afterAll(() => database.close());

  test.each([
    ['a day', `booking_date = '2020-06-01'`],
    ['a month', `booking_date >= '2020-06-01' and booking_date <= '2020-06-30'`],
  ])('of %s are found by index', async (_what, filter) => {
    const { rows } = await ask(
      database.pool,
      anon,
      `explain (format json) select booking_time, service_name, duration_minutes from public.booked_slots where ${filter}`,
    );
    const plan = JSON.stringify(rows);
    expect(plan).toContain('slot_claims_local_date_idx');
    expect(plan).not.toContain('Seq Scan');
  });

  test('have the local day and time on both change Sundays', async () => {
    const { rows } = await ask(
      database.pool,
      anon,
      `select booking_date, booking_time, duration_minutes from public.booked_slots
       where booking_date in ('2026-03-08', '2026-11-01') order by 1, 2`,
    );
    expect(rows).toEqual([
      { booking_date: '2026-03-08', booking_time: '09:00', duration_minutes: 120 },
      { booking_date: '2026-03-08', booking_time: '15:00', duration_minutes: 120 },
      { booking_date: '2026-11-01', booking_time: '09:00', duration_minutes: 120 },
      { booking_date: '2026-11-01', booking_time: '15:00', duration_minutes: 120 },
    ]);
  });

  test.each([
    ['2040-03-11', '13:00'],
    ['2040-11-04', '14:00'],
  ])('nine in the morning of the change Sunday %s is %s UTC', async (day, instant) => {
    const { booking_id: id } = await hold(
      database.pool,
      wanted({ booking_date: day, booking_time: '09:00' }),
    );
    const { rows } = await database.pool.query<{ starts: string }>(
      `select to_char(lower(during) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as starts
       from public.slot_claims where booking_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ starts: `${day} ${instant}` }]);
  });

  test('do not include an expired hold', async () => {
    const booking = wanted({ booking_date: '2031-05-05' });
    const { booking_id: id } = await hold(database.pool, booking);
    const read = `select 1 from public.booked_slots where booking_date = '2031-05-05'`;
    expect((await ask(database.pool, anon, read)).rows).toHaveLength(1);
    await lapse(database.pool, id);
    expect((await ask(database.pool, anon, read)).rows).toEqual([]);
  });

  test.each([
    ['have no end', `('[2032-01-01 15:00Z,)', 'A')`, '23514'],
    ['be empty', `('empty', 'A')`, '23502'],
    ['cross midnight', `('[2032-01-02 03:00Z,2032-01-02 06:00Z)', 'A')`, '23514'],
    ['be without a cause', `('[2032-01-01 15:00Z,2032-01-01 17:00Z)', null)`, '23514'],
  ])('a claim cannot %s', async (_what, values, code) => {
    const insert = database.pool.query(
      `insert into public.slot_claims (during, reason) values ${values}`,
    );
    await expect(insert).rejects.toMatchObject({ code });
  });

  test('a claim may cover the whole local day', async () => {
    await database.pool.query(
      `insert into public.slot_claims (during, reason) values ('[2032-01-02 05:00Z,2032-01-03 05:00Z)', 'Holiday')`,
    );
    const { rows } = await ask(
      database.pool,
      anon,
      `select booking_time, service_name, duration_minutes from public.booked_slots where booking_date = '2032-01-02'`,
    );
    expect(rows).toEqual([{ booking_time: '00:00', service_name: null, duration_minutes: 1440 }]);
  });
});
