import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEmptyDatabase } from '../../../testing/empty-databases.ts';
import { ConfigurationError } from '../../../config.ts';
import { readCatalogue } from '../catalogue.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import { ensureRoles } from '../roles.ts';
import { fingerprintOf } from './adopt.ts';

const record = 'supabase_migrations.schema_migrations';
const host = new Set(migrations.filter(({ version }) => version < '2').map(({ name }) => name));

/** A database of commit ce381a9e with rows of people's and the owner's use, as pg_dump wrote it on PostgreSQL 15. */
async function former(database: Database): Promise<Database> {
  const packed = await readFile(
    new URL('../../../testing/former/ce381a9e.sql.gz', import.meta.url),
  );
  const client = await database.pool.connect();
  try {
    await ensureRoles(client);
    await client.query('drop schema public');
    await client.query(
      `create schema public; grant usage on schema public to public; ${gunzipSync(packed).toString()}`,
    );
    await client.query('reset all');
  } finally {
    client.release();
  }
  return database;
}

type Row = Record<string, unknown>;

/** The rows of every table of the product, each as text, by table. */
async function everyRow({ pool }: Database) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'private', 'auth', 'storage')`,
  );
  const all = new Map<string, Row[]>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: Row }>(
      `select to_jsonb(it) as row from ${name} as it order by it::text`,
    );
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

// Secrets that are kept as hashes now, in tables of their own, and links of sent emails and texts.
const hashedNow = {
  'public.mail_choices': ['token'],
  'public.photo_consents': ['token'],
  'public.mail_outbox': ['data'],
} as Readonly<Record<string, readonly string[]>>;

const ourWording = ['public.default_mails', 'public.email_templates'];

const without = (row: Row, columns: readonly string[]) =>
  JSON.stringify(Object.entries(row).filter(([column]) => !columns.includes(column)));

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
  'A database of commit ce381a9e',
  { both: 'lifetime' },
  (open, openMigrated) => {
    let database: Database;
    let before: Map<string, Row[]>;
    beforeAll(async () => {
      database = await former(await open());
      before = await everyRow(database);
    });
    afterAll(() => database.close());

    const expectRefused = async (reason: RegExp) => {
      const refused = migrate(database);
      await expect(refused).rejects.toThrow(ConfigurationError);
      await expect(refused).rejects.toThrow(reason);
      expect(await everyRow(database)).toEqual(before);
    };

    test('is refused with a migration of another version, and unchanged', async () => {
      await database.pool.query(`insert into ${record} (version) values ('20261128130000')`);
      await expectRefused(/^This database is from a version that was never released/);
      await database.pool.query(`delete from ${record} where version = '20261128130000'`);
    });

    test('is refused after a manual change, and unchanged', async () => {
      const rename = (from: string, to: string) =>
        database.pool.query(`alter index public.${from} rename to ${to}`);
      await rename('bookings_unmarked_idx', 'bookings_renamed_idx');
      await expectRefused(/^The tables of this database were changed manually/);
      await rename('bookings_renamed_idx', 'bookings_unmarked_idx');
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

    test('is adopted with every row, and then equals a new one', async () => {
      const made = await migrate(database);
      expect(made.filter((name) => !host.has(name))).toEqual([]);
      const { rows: history } = await database.pool.query<{ version: string }>(
        `select version from ${record} order by version`,
      );
      expect(history.map(({ version }) => version)).toEqual(
        migrations.map(({ version }) => version),
      );

      const after = await everyRow(database);
      for (const [table, rows] of before) {
        if (ourWording.includes(table)) continue;
        const hashed = hashedNow[table] ?? [];
        const columns = Object.keys(rows[0] ?? {}).filter((column) => !hashed.includes(column));
        const kept = (after.get(table) ?? []).map((row) =>
          without(
            row,
            Object.keys(row).filter((column) => !columns.includes(column)),
          ),
        );
        expect(kept, table).toEqual(
          expect.arrayContaining(rows.map((row) => without(row, hashed))),
        );
      }
      const filled = ['bookings', 'payments', 'refunds', 'disputes', 'crews', 'booking_photos'];
      for (const table of filled) expect(before.get(`public.${table}`), table).not.toEqual([]);
      expect(after.get('public.photo_links')).toHaveLength(
        before.get('public.photo_consents')?.length ?? 0,
      );
      expect(await migrate(database)).toEqual([]);

      const fresh = await openMigrated({ maxConnections: 1 });
      // Default emails are words of the product; other rows are the owner's. A dump has other parentheses.
      const isOurs = (line: string) => !/^row (?!public\.default_mails)/.test(line);
      const lines = async (of: Database) =>
        (await readCatalogue(of.pool))
          .filter(isOurs)
          .map((line) => line.replaceAll(/[()]/g, ''))
          .sort();
      expect(await lines(database)).toEqual(await lines(fresh));
      await fresh.close();
    });

    test('keeps the words of an email that the owner wrote, and renews those that she did not', async () => {
      const { rows } = await database.pool.query<{
        kind: string;
        subject: string;
        is_default: boolean;
      }>(
        `select distinct on (template_type) template_type as kind, template.subject, template.content = mail.content as is_default
       from public.email_templates as template join public.default_mails as mail using (template_type)
       order by template_type, template.updated_at desc, template.created_at desc`,
      );
      expect(
        rows.map(({ kind }) => kind),
        'and has those added since',
      ).toContain('refund_failed');
      expect(rows.filter(({ is_default }) => !is_default)).toEqual([
        { kind: 'booking_cancellation', subject: 'Until another time', is_default: false },
      ]);
    });
  },
);
