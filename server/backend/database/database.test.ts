import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeEachDatabase, describePostgres } from '../../testing/databases.ts';
import { copyEmbedded, openEmbeddedCopy } from '../../testing/embedded-copies.ts';
import { DataDirInUseError } from './data-dir-lock.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { asRequest } from './request-transaction.ts';

describeEachDatabase('A database', { both: 'driver' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.pool.query('create table public.notes (owner text, text text)');
    await database.pool.query('alter table public.notes enable row level security');
    await database.pool.query(
      `create policy "Own notes" on public.notes using (owner = (select auth.uid())::text)`,
    );
  });
  afterAll(() => database.close());

  const as = <T>(person: number, method: string, sql: string) =>
    asRequest(
      database,
      {
        identity: { role: 'authenticated', claims: { sub: idOf(person), role: 'authenticated' } },
        headers: { 'x-person': String(person) },
        method,
        path: '/notes',
        writes: method !== 'GET',
      },
      async (client) => (await client.query(sql)).rows as T[],
    );

  test('returns dates and times as text', async () => {
    const { rows } = await database.pool.query(
      `select date '2026-12-01' as day, time '09:00' as at, timestamptz '2026-12-01 09:00Z' at time zone 'UTC' as moment, 1 as number`,
    );
    expect(rows).toEqual([
      { day: '2026-12-01', at: '09:00:00', moment: '2026-12-01 09:00:00', number: 1 },
    ]);
  });

  test('has nothing left to migrate', async () => {
    expect(await migrate(database)).toEqual([]);
  });

  test('works after failed statements', async () => {
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        database.pool.query(n % 2 ? 'select 1 / 0' : 'select 1').then(
          () => 'ok',
          (error: unknown) => (error as { code: string }).code,
        ),
      ),
    );
    expect(new Set(results)).toEqual(new Set(['ok', '22012']));
  });

  test('rolls back the transaction of a lost connection', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('create table public.never (id int)');
    client.release(true);
    const { rows } = await database.pool.query(`select to_regclass('public.never') as it`);
    expect(rows).toEqual([{ it: null }]);
  });

  test('never confuses the callers of simultaneous requests', async () => {
    await Promise.all(
      Array.from({ length: 60 }, async (_, person) => {
        await as(person, 'POST', `insert into public.notes values (auth.uid()::text, '${person}')`);
        const rows = await as(
          person,
          'GET',
          `select text, current_setting('request.headers')::json ->> 'x-person' as header, current_user as role
           from public.notes`,
        );
        expect(rows).toEqual([
          { text: String(person), header: String(person), role: 'authenticated' },
        ]);
      }),
    );
  });

  test('keeps no state of a request', async () => {
    await as(1, 'POST', 'select 1');
    const { rows } = await database.pool.query(
      `select current_user = session_user as itself, nullif(current_setting('request.jwt.claims', true), '') as claims`,
    );
    expect(rows).toEqual([{ itself: true, claims: null }]);
  });

  test('rolls back a failed request', async () => {
    const failing = as(
      999,
      'POST',
      `insert into public.notes values (auth.uid()::text, 'x'); select 1 / 0`,
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await as(999, 'GET', 'select * from public.notes')).toEqual([]);
  });

  test('refuses writes of a read request', async () => {
    const writing = as(1, 'GET', `insert into public.notes values (auth.uid()::text, 'x')`);
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });
});

describe('The embedded database', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kept-'));
    await copyEmbedded(dataDir);
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  test('keeps its data after a restart', async () => {
    const first = await openDatabase({ dataDir });
    await first.pool.query('create table kept as select 1 as it');
    await first.close();
    const second = await openDatabase({ dataDir });
    expect((await second.pool.query('select it from kept')).rows).toEqual([{ it: 1 }]);
    await second.close();
  });

  test('refuses a second opener, which changes nothing', async () => {
    const first = await openDatabase({ dataDir });
    await expect(openDatabase({ dataDir })).rejects.toThrow(DataDirInUseError);
    expect((await first.pool.query('select 1 as it')).rows).toEqual([{ it: 1 }]);
    await first.close();
  });

  test('is a separate copy for every test', async () => {
    const [one, other] = [await openEmbeddedCopy(), await openEmbeddedCopy()];
    await one.pool.query('create table mine ()');
    expect((await other.pool.query(`select to_regclass('mine') as it`)).rows).toEqual([
      { it: null },
    ]);
    await one.close();
    await other.close();
  });
});

describePostgres('Replicas that start together', (open) => {
  test('run migrations once', async () => {
    const database = await open();
    await database.pool.query(
      'drop schema public, private, auth, storage, extensions, supabase_migrations cascade; create schema public',
    );
    const applied = await Promise.all([migrate(database), migrate(database), migrate(database)]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await database.close();
  });
});

const idOf = (person: number) => `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`;
