import { afterAll, beforeAll, expect, test } from 'vitest';
import { book } from '../../../supabase/tests/bookings.ts';
import { describeEachDatabase, testInFullRun } from '../../testing/databases.ts';
import { describeEachEmptyDatabase } from '../../testing/empty-databases.ts';
import type { Database } from './database.ts';
import { fingerprintOf } from './adopt-baseline.ts';
import { readCatalogue } from './catalogue.ts';
import { formerVersions } from './former-history.ts';
import { migrate } from './migrate.ts';
import { baseline, migrations } from './migrations.ts';
import { ConfigurationError } from '../../config.ts';

/** The host's part at the time of the baseline. */
const hosts = migrations.filter(({ version }) => version <= '00000000000005');
const laterMigrations = migrations.filter((one) => one !== baseline && !hosts.includes(one));
const record = 'supabase_migrations.schema_migrations';

const makeRecord = `
    create schema supabase_migrations;
    create table ${record} (version text primary key, statements text[], name text)`;

/** A database of the baseline, before the later migrations. */
async function ofBaseline(database: Database): Promise<Database> {
  for (const { sql } of [...hosts, baseline]) await database.pool.query(sql);
  await database.pool.query(makeRecord);
  await keepRecord(database, [...hosts.map(({ version }) => version), baseline.version]);
  return database;
}

// At the baseline the server's functions had a role that bypasses row-level security.
const turnRowSecurity = ({ pool }: Database, which: 'enable' | 'disable') =>
  pool.query(`do $$ declare relation regclass; begin
    for relation in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s ${which} row level security', relation);
    end loop;
  end $$`);

/** A database of the last version before the baseline. */
async function former(database: Database): Promise<Database> {
  const { pool } = database;
  for (const { sql } of [...hosts, baseline]) await pool.query(sql);
  await pool.query(`
    drop function private.lock_counted, private.lock_coupon, private.lock_form, private.lock_network, private.lock_rain_day;
    create or replace function private.is_standing(status text) returns boolean
      language sql immutable set search_path = '' as $$ select status = 'written in another way' $$;
    alter table public.reviews drop constraint reviews_held_back_check;
    alter table public.reviews
      add constraint reviews_held_back_check check (not (is_approved and is_held_back)) not valid;
    ${makeRecord}`);
  await keepRecord(database, [...hosts.map(({ version }) => version), ...formerVersions]);
  return database;
}

const keepRecord = ({ pool }: Database, versions: readonly string[]) =>
  pool.query(`insert into ${record} (version, name) select unnest($1::text[]), 'of then'`, [
    versions,
  ]);

const historyOf = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ version: string }>(
    `select version from ${record} order by version`,
  );
  return rows.map(({ version }) => version);
};

const changesByHand = {
  'a column': 'alter table public.bookings alter column city drop not null',
  'a constraint': 'alter table public.bookings drop constraint bookings_end_in_one_way',
  'an index': 'drop index public.bookings_unmarked_idx',
  'a trigger': 'drop trigger guard_booking_change on public.bookings',
  'a policy': 'alter policy "Inquiries can be sent by everyone" on public.inquiries to anon',
  'a grant': 'grant select on public.bookings to anon',
  'row security': 'alter table public.bookings disable row level security',
  'a function of another kind': 'create function private.lock() returns void language sql as $$ $$',
};

describeEachEmptyDatabase(
  'A database of the last version before the baseline',
  { both: 'lifetime' },
  (open, openMigrated) => {
    let database: Database;
    beforeAll(async () => {
      database = await former(await open());
    });
    afterAll(() => database.close());

    const expectRefused = async (reason: RegExp) => {
      const before = await historyOf(database);
      const refused = migrate(database);
      await expect(refused).rejects.toThrow(ConfigurationError);
      await expect(refused).rejects.toThrow(reason);
      await expect(refused).rejects.toThrow(/start commit [0-9a-f]{7} .* once, then this version$/);
      expect(await historyOf(database)).toEqual(before);
      const { rows } = await database.pool.query(`select to_regproc('private.lock_form') as made`);
      expect(rows).toEqual([{ made: null }]);
    };

    test.each([
      ['one migration', '20261122006010'],
      ['most migrations', '20261121002000'],
    ])('is refused without %s, and unchanged', async (_what, last) => {
      const lacking = formerVersions.filter((version) => version >= last);
      await database.pool.query(`delete from ${record} where version = any ($1)`, [lacking]);
      await expectRefused(/^This database is from an older version/);
      await keepRecord(database, lacking);
    });

    test('is refused after a manual change, and unchanged', async () => {
      await database.pool.query(
        'alter index public.bookings_unmarked_idx rename to bookings_renamed_idx',
      );
      await expectRefused(/^The tables of this database were changed manually/);
      await database.pool.query(
        'alter index public.bookings_renamed_idx rename to bookings_unmarked_idx',
      );
    });

    test('has another fingerprint after a manual change', async () => {
      const client = await database.pool.connect();
      const changedBy = async (sql: string) => {
        await client.query('begin');
        await client.query(sql);
        const fingerprint = await fingerprintOf(client);
        await client.query('rollback');
        return fingerprint;
      };
      const untouched = await changedBy('select');
      for (const [what, sql] of Object.entries(changesByHand)) {
        expect(await changedBy(sql), what).not.toBe(untouched);
      }
      const tuned = 'alter table public.mail_outbox set (autovacuum_vacuum_scale_factor = 0.01)';
      expect(await changedBy(tuned), 'an operator may tune a table').toBe(untouched);
      client.release();
    });

    testInFullRun('is adopted with its rows and then equals a new one', async () => {
      await database.pool.query(`
      insert into auth.users (email, encrypted_password) values ('boss@example.com', 'kept');
      insert into public.admins (user_id) select id from auth.users;
      insert into public.customers (email, name, phone, first_booked_at, last_booked_at)
      values ('ada@example.com', 'Ada', '+19055550101', now(), now());
      update public.email_templates set content = 'Our own words' where template_type = 'receipt';
      delete from public.service_area`);
      expect(await migrate(database)).toEqual(laterMigrations.map(({ name }) => name));
      expect(await historyOf(database)).toEqual(migrations.map(({ version }) => version));
      const { rows } = await database.pool.query(
        `select email, encrypted_password, (select count(*)::integer from public.admins) as admins,
         (select name from public.customers) as customer,
         (select content from public.email_templates where template_type = 'receipt') as wording
       from auth.users`,
      );
      const boss = { email: 'boss@example.com', encrypted_password: 'kept', admins: 1 };
      expect(rows).toEqual([{ ...boss, customer: 'Ada', wording: 'Our own words' }]);
      expect(await areaOf(database), 'everywhere').toEqual([]);
      expect(await migrate(database)).toEqual([]);

      const fresh = await openMigrated({ maxConnections: 1 });
      const isSchema = (line: string) => !line.startsWith('row ');
      expect((await readCatalogue(database.pool)).filter(isSchema)).toEqual(
        (await readCatalogue(fresh.pool)).filter(isSchema),
      );
      await fresh.close();
    });
  },
);

// What the state column said, what happened to the booking, and what it says after the upgrade.
const rainAnswers = [
  ['asked', '', 'asked'],
  ['declined', '', 'declined'],
  ['settled', '', 'settled'],
  ['called_off', '', 'closed'],
  ['chosen', 'booking_date = booking_date + 1', 'closed'],
  ['moved', 'booking_date = booking_date + 2', 'closed'],
  ['cancelled', `status = 'cancelled', cancelled_at = now()`, 'closed'],
  ['over', 'done_at = now()', 'asked'],
] as const;

describeEachEmptyDatabase(
  'A database of the baseline with rain answers and a payment finding',
  (open) => {
    let database: Database;
    beforeAll(async () => {
      database = await ofBaseline(await open());
      const { pool } = database;
      await turnRowSecurity(database, 'disable');
      for (const [state, change] of rainAnswers) {
        const id = await book(pool, { customer_email: `${state}@example.com` });
        await pool.query(
          `with rain as (
           insert into public.rain_days (day, part, answer_hours)
           select booking_date, 'day', 24 from public.bookings where id = $1 returning id
         )
         insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, state, token_hash, expires_at)
         select rain.id, booking.id, booking_date, booking_time, $2, sha256($2::text::bytea), now() + interval '1 day'
         from rain, public.bookings as booking where booking.id = $1`,
          [id, state],
        );
        if (change === '') continue;
        await pool.query('alter table public.bookings disable trigger user');
        await pool.query(`update public.bookings set ${change} where id = $1`, [id]);
        await pool.query('alter table public.bookings enable trigger user');
      }
      await pool.query(
        `insert into public.offered_times
         (kind, booking_id, service_name, starts_at, duration_minutes, expires_at, outcome, closed_at)
       select 'rain', id, service_name, lower(private.span_of(booking)), 180, now(), 'taken', now()
       from public.bookings as booking where customer_email = 'chosen@example.com'`,
      );
      await pool.query(
        `with found as (
         insert into public.payment_findings (kind, subject, reason)
         values ('paid_without_booking', 'intent:pi_1', 'unknown_intent'), ('refund_stuck', 'refund:1', 'failed')
         returning id, kind
       )
       insert into public.payment_finding_steps (finding_id, actor_label, step, note)
       select id, step.* from found, (values
         ('System', 'found', null), ('boss@example.com', 'asked', 'Stripe has it')
       ) as step where kind = 'paid_without_booking'`,
      );
      await turnRowSecurity(database, 'enable');
      await migrate(database);
    });
    afterAll(() => database.close());

    test.each(rainAnswers)(
      'keeps %s of a booking with "%s" as %s, and shows it as it was',
      async (state, _change, kept) => {
        const { rows } = await database.pool.query(
          `select answer.state as kept, private.rain_state(answer, booking) as shown
       from public.rain_answers as answer join public.bookings as booking on booking.id = answer.booking_id
       where booking.customer_email = $1`,
          [`${state}@example.com`],
        );
        expect(rows).toEqual([{ kept, shown: state }]);
      },
    );

    test('has the steps of a finding in the finding, in their order', async () => {
      const { rows } = await database.pool.query<{ steps: Record<string, unknown>[] }>(
        'select steps from public.payment_findings order by subject',
      );
      expect(rows).toMatchObject([
        {
          steps: [
            { by: 'System', step: 'found', note: null },
            { by: 'boss@example.com', step: 'asked', note: 'Stripe has it' },
          ],
        },
        { steps: [] },
      ]);
      expect(Date.parse(String(rows[0]?.steps[0]?.['at']))).toBeGreaterThan(0);
    });
  },
);

describeEachEmptyDatabase('The service area of a new database', (open, openMigrated) => {
  test('is the Greater Toronto Area', async () => {
    const database = await openMigrated();
    expect(await areaOf(database)).toEqual(expect.arrayContaining(['L1B', 'L7', 'M']));
    await database.close();
  });

  test('is everywhere if there is an account already [S1.1]', async () => {
    const database = await open();
    for (const { sql } of hosts) await database.pool.query(sql);
    await database.pool.query(`insert into auth.users (email) values ('boss@example.com')`);
    await database.pool.query(baseline.sql);
    expect(await areaOf(database)).toEqual([]);
    await database.close();
  });
});

describeEachDatabase('A database of a later version', { both: 'lifetime' }, (open) => {
  test('is refused by the names of unknown migrations, and unchanged', async () => {
    const database = await open();
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
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow('29991231000000_to_the_moon');
    expect(await applied()).toEqual(before);
    await database.close();
  });
});

async function areaOf({ pool }: Database) {
  const { rows } = await pool.query<{ area: string[] }>(
    'select array(select prefix from public.service_area order by prefix) as area',
  );
  return rows[0]?.area;
}
