import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../server/backend/database/catalogue.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { migrations } from '../../server/backend/database/migrations.ts';
import { describeEachEmptyDatabase } from '../../server/testing/empty-databases.ts';

const folder = new URL('../schemas/', import.meta.url);

/** The schema files in the order of their names; a folder sorts by its own name. */
const schemas = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.sql'))
  .sort()
  .map((path) => readFileSync(new URL(path, folder), 'utf8'))
  .join('\n');

const hosts = migrations.filter(({ version }) => version < '2').map(({ sql }) => sql);

const planted = {
  'a comment': `comment on column public.bookings.status is 'planted'`,
  'a grant of one column': `grant select (customer_phone) on public.bookings to anon`,
  'a grant of a function': `grant execute on function public.hold_slot to anon`,
  'a default row': `update public.time_settings set least_notice_minutes = least_notice_minutes + 1`,
  'a word in a default mail': `update public.default_mails set subject = subject || '!' where template_type = 'receipt'`,
  'a column': `alter table public.bookings alter column city drop not null`,
  'a constraint': `alter table public.bookings drop constraint bookings_end_in_one_way`,
  'an index': `drop index public.bookings_unmarked_idx`,
  'a trigger that is off': `alter table public.bookings disable trigger guard_booking_change`,
  'a policy': `alter policy "Gallery photos can be seen by everyone" on public.gallery_photos to anon`,
  'an option of a view': `alter view public.booked_slots set (security_invoker = false)`,
  'row security': `alter table private.forgetting disable row level security`,
  'a setting of a function': `alter function public.is_admin() volatile`,
  'a default privilege': `alter default privileges in schema private grant execute on functions to anon`,
};

describeEachEmptyDatabase(
  'A database made from the schemas',
  { both: 'access' },
  (open, openMigrated) => {
    let database: Database;
    let fromSchemas: string[];
    beforeAll(async () => {
      database = await open();
      for (const sql of [...hosts, schemas]) await database.pool.query(sql);
      fromSchemas = await readCatalogue(database.pool);
    });
    afterAll(() => database.close());

    test('has the same catalogue and default rows as one made from the migrations', async () => {
      const fromMigrations = await openMigrated({ maxConnections: 1 });
      expect(fromSchemas).toEqual(await readCatalogue(fromMigrations.pool));
      await fromMigrations.close();
    });

    // The check is off while the files are applied, because they are ordered for readers.
    test('has only functions whose names resolve', async () => {
      await database.pool.query('begin; set local check_function_bodies = on');
      const { rows } = await database.pool.query<{ sql: string }>(
        `select pg_get_functiondef(oid) as sql from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
      );
      for (const { sql } of rows) await database.pool.query(sql);
      await database.pool.query('rollback');
      expect(rows.length).toBeGreaterThan(300);
    });

    test.each(Object.entries(planted))('differs when %s differs', async (_what, sql) => {
      await database.pool.query('begin');
      await database.pool.query(sql);
      const lines = await readCatalogue(database.pool);
      await database.pool.query('rollback');
      const [expected, found] = [new Set(fromSchemas), new Set(lines)];
      const added = lines.filter((line) => !expected.has(line));
      const missing = fromSchemas.filter((line) => !found.has(line));
      expect([added.length, missing.length].some((count) => count > 0)).toBe(true);
      expect(added.length + missing.length).toBeLessThanOrEqual(2);
    });
  },
);
