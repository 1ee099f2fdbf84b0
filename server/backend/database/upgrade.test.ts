import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { describeEachEmptyDatabase } from '../../testing/empty-databases.ts';
import type { Database } from './database.ts';
import { migrate, NewerDatabaseError } from './migrate.ts';
import { migrations } from './migrations.ts';

// What the first release had: nothing the host brought along since, and no later migration.
const isOfFirstRelease = ({ version }: { version: string }) =>
  version <= '00000000000002' || (version > '2' && version <= '20261121001600');

// What there was before the business could be run with it.
const isFromBefore = ({ version }: { version: string }) => version <= '20261121003000';

async function released(
  database: Database,
  isIncluded: (migration: { version: string }) => boolean = isOfFirstRelease,
): Promise<Database> {
  await database.pool.query(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  for (const { version, name, sql } of migrations.filter(isIncluded)) {
    await database.pool.query(sql);
    await database.pool.query(
      'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
      [version, name],
    );
  }
  return database;
}

describeEachEmptyDatabase('A database of an earlier version', (open) => {
  test('a data folder of the first release is brought up to date, and keeps what is in it', async () => {
    const database = await released(await open());
    await database.pool.query(`
    with boss as (
      insert into auth.users (email, encrypted_password) values ('boss@example.com', 'kept') returning id
    ), session as (
      insert into auth.sessions (user_id) select id from boss
    )
    insert into public.admins (user_id) select id from boss;
    insert into public.reviews (customer_name, rating, photo_url) values ('Bo', 5, 'https://old.example/car.jpg');
    insert into public.gallery_photos (image_url) values ('https://old.example/car.jpg')`);
    expect(await migrate(database)).toEqual(
      expect.arrayContaining([
        'storage_schema',
        'photo_buckets',
        'photo_sizes',
        'auth_factors',
        'second_factor',
      ]),
    );
    const { rows } = await database.pool.query(
      `select photo_url, photo_width, image_url, image_width from public.reviews, public.gallery_photos`,
    );
    expect(rows).toEqual([
      {
        photo_url: 'https://old.example/car.jpg',
        photo_width: null,
        image_url: 'https://old.example/car.jpg',
        image_width: null,
      },
    ]);
    expect(await accountsOf(database)).toEqual([
      {
        email: 'boss@example.com',
        encrypted_password: 'kept',
        aal: 'aal1',
        factors: 0,
        is_admin: true,
      },
    ]);
    expect(await areaOf(database), 'everywhere').toEqual([]);
    expect(await migrate(database)).toEqual([]);
    await database.close();
  });

  test('bookings of before the business could be run with it stand as they stood', async () => {
    const database = await released(await open(), isFromBefore);
    const { pool } = database;
    const ids: Record<string, string> = {};
    const hold = async (name: string, days: number, changes = {}) => {
      const { rows } = await pool.query<{ id: string }>(
        `select public.hold_slot(
         $1::jsonb || jsonb_build_object('booking_date', (now() at time zone 'America/Toronto')::date + $2::integer),
         15, 5
       ) ->> 'booking_id' as id`,
        [JSON.stringify({ ...booked, customer_email: `${name}@example.com`, ...changes }), days],
      );
      return (ids[name] = rows[0]?.id ?? '');
    };
    const pay = async (id: string) =>
      pool.query(`select public.settle_payment($1, $2, 2000)`, [`pi_${id}`, id]);
    await pay(await hold('paid', 10));
    await pay(
      await hold('again', 11, { customer_email: 'paid@example.com', customer_name: 'Bea' }),
    );
    // The rest was collected on site, and nothing more than that could be noted of it.
    await pool.query(`update public.bookings set status = 'paid' where id = $1`, [ids['again']]);
    await pay(await hold('cancelled', 12));
    await pool.query(`select public.release_booking($1, 2000, 2000, 'test')`, [ids['cancelled']]);
    await pay(await hold('gone', 13));
    await pool.query(
      `update public.bookings set customer_email = 'deleted-' || id || '@account.invalid' where id = $1`,
      [ids['gone']],
    );
    await hold('held', 14);
    await pool.query(
      `insert into public.slot_claims (during, reason)
     select tstzrange(at, at + interval '2 hours', '[)'), 'Dentist'
     from (select ((now() at time zone 'America/Toronto')::date + 15 + time '10:00') at time zone 'America/Toronto') as off (at)`,
    );
    await pool.query(
      `update public.email_templates set content = 'Our own words' where template_type = 'booking_cancellation'`,
    );
    const before = await pool.query(
      'select id, status, total_cents, booking_date, booking_time from public.bookings order by id',
    );

    await migrate(database);
    const after = await pool.query(
      'select id, status, total_cents, booking_date, booking_time from public.bookings order by id',
    );
    expect(after.rows).toEqual(before.rows);
    expect(await areaOf(database), 'everywhere').toEqual([]);
    const claims = await pool.query(
      `select booking_id, reason, crew from public.slot_claims order by local_date`,
    );
    expect(claims.rows).toEqual([
      { booking_id: ids['paid'], reason: null, crew: 1 },
      { booking_id: ids['again'], reason: null, crew: 1 },
      { booking_id: ids['gone'], reason: null, crew: 1 },
      { booking_id: ids['held'], reason: null, crew: 1 },
      { booking_id: null, reason: 'Dentist', crew: null },
    ]);
    const customers = await pool.query('select email, name from public.customers order by email');
    expect(customers.rows).toEqual([
      { email: 'cancelled@example.com', name: 'Ada' },
      { email: 'paid@example.com', name: 'Bea' },
    ]);
    // What nobody did wrong before needs no look, and what was begun goes on.
    await pool.query('select public.scan_payments()');
    const findings = await pool.query('select reason from public.payment_findings');
    expect(findings.rows).toEqual([]);
    await pay(ids['held'] ?? '');
    const settled = await pool.query(
      `select status, (select content from public.email_templates where template_type = 'booking_cancellation')
     from public.bookings where id = $1`,
      [ids['held']],
    );
    expect(settled.rows).toEqual([{ status: 'deposit_paid', content: 'Our own words' }]);
    await expect(hold('late', 15)).rejects.toThrow('slot_taken');
    await database.close();
  });
});

describeEachDatabase('The service area of a database', { both: 'lifetime' }, (open) => {
  const { sql = '' } =
    migrations.find(({ name }) => name === 'service_area_of_new_businesses') ?? {};
  let database: Database;
  beforeAll(async () => {
    database = await open({ maxConnections: 1 });
    await database.pool.query('delete from public.service_area');
  });
  afterAll(() => database.close());

  /** The area after the migration of a database that is used like this. Nothing stays. */
  const migrated = async (use: string) => {
    await database.pool.query('begin');
    await database.pool.query(use);
    await database.pool.query(sql);
    const area = await areaOf(database);
    await database.pool.query('rollback');
    return area;
  };

  test('becomes the Greater Toronto Area when the database is new', async () => {
    expect(await migrated('')).toEqual(expect.arrayContaining(['L1B', 'L7', 'M']));
  });

  test('stays everywhere when the database has an account', async () => {
    const account = `insert into auth.users (email) values ('boss@example.com')`;
    expect(await migrated(account)).toEqual([]);
  });

  test('stays everywhere when the database has a booking', async () => {
    const booking = JSON.stringify({ ...booked, customer_email: 'ada@example.com' });
    const day = `jsonb_build_object('booking_date', (now() at time zone 'America/Toronto')::date + 10)`;
    const hold = `select public.hold_slot('${booking}'::jsonb || ${day}, 15, 5)`;
    expect(await migrated(hold)).toEqual([]);
  });

  test('stays as it is when the owner has set one', async () => {
    const area = `insert into public.service_area (prefix) values ('V5'), ('V6')`;
    expect(await migrated(area)).toEqual(['V5', 'V6']);
  });
});

describeEachDatabase('A database of a later version', { both: 'lifetime' }, (open) => {
  test('is refused, by the names of what this version does not know, and left as it is', async () => {
    const database = await open();
    const record = 'supabase_migrations.schema_migrations';
    const applied = async () => {
      const { rows } = await database.pool.query<{ version: string }>(
        `select version from ${record} order by version`,
      );
      return rows;
    };
    await database.pool.query(
      `delete from ${record} where version = (select max(version) from ${record});
       insert into ${record} (version, name) values ('29991231000000', 'to_the_moon')`,
    );
    const before = await applied();
    const refused = migrate(database);
    await expect(refused).rejects.toThrow(NewerDatabaseError);
    await expect(refused).rejects.toThrow('29991231000000_to_the_moon');
    expect(await applied()).toEqual(before);
    await database.close();
  });
});

const booked = {
  customer_name: 'Ada',
  customer_phone: '+19055550101',
  service_id: 'premium-detailing',
  service_name: 'Premium Detailing',
  vehicle_type: 'suv',
  car_model: 'Volvo XC60',
  car_year: 2022,
  booking_time: '09:00',
  duration_minutes: 180,
  payment_option: 'pay_deposit',
  price_cents: 11999,
  total_cents: 11999,
  due_now_cents: 2000,
  deposit_cents: 2000,
  free_cancellation_hours: 24,
  address: '1 Main Street',
  city: 'Caledon',
  province: 'ON',
  postal_code: 'L7C 1A1',
};

async function areaOf({ pool }: Database) {
  const { rows } = await pool.query<{ area: string[] }>(
    'select array(select prefix from public.service_area order by prefix) as area',
  );
  return rows[0]?.area;
}

/** Who is signed in, and whether it is an administrator by the rules of today. */
async function accountsOf({ pool }: Database) {
  // The embedded database has one connection, so the claim stays for the next statement.
  await pool.query(
    `select set_config('request.jwt.claims', jsonb_build_object('sub', id)::text, false) from auth.users`,
  );
  const { rows } = await pool.query<Record<string, unknown>>(
    `select email, encrypted_password, aal, public.is_admin(),
       (select count(*)::integer from auth.mfa_factors) as factors
     from auth.users join auth.sessions on sessions.user_id = users.id`,
  );
  return rows;
}
