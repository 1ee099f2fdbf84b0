import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advisoryLocks } from '../backend/database/advisory-locks.ts';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { migrate } from '../backend/database/migrate.ts';
import { hold } from '../testing/bookings.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { startFunctionHost } from '../testing/function-host.ts';
import { BackupError } from './archive.ts';
import { backUp } from './backup.ts';
import { openControl } from '../control.ts';
import { answerSnapshot } from './snapshots.ts';
import { restore } from './restore.ts';

describeEachDatabase('A backup', { both: 'lifetime' }, (open) => {
  let folder: string;
  let database: Database;
  let source: { dataDir: string; databaseUrl: string | null };
  let control: { close: () => Promise<void> } | null = null;
  const now = new Date('2027-01-02T03:04:05Z');
  const place = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
    await mkdir(place('data/storage/a1'), { recursive: true });
    await writeFile(place('data/storage/a1/full.webp'), 'a photo');
    await writeFile(place('data/storage/a1/nothing.webp'), '');
    database = await open();
    source = { dataDir: place('data'), databaseUrl: await urlOf(database) };
    if (database.snapshot) {
      control = await openControl(source.dataDir, {
        snapshot: answerSnapshot(source.dataDir, { snapshot: database.snapshot }),
      });
    }
  });
  afterAll(async () => {
    await control?.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('under load has every booking acknowledged before it began', async () => {
    const host = await startFunctionHost(database);
    const before: string[] = [];
    for (let n = 0; n < 5; n++) before.push((await hold(host)).bookingId);
    const weather = { isOver: false };
    const storm = (async () => {
      for (let n = 0; n < 60 && !weather.isOver; n++) await hold(host);
    })();
    await backUp(source, place('full.tgz'), now).finally(() => (weather.isOver = true));
    await storm;
    expect(await readdir(source.dataDir)).not.toContainEqual(expect.stringMatching(/^snapshot-/));

    const target = { dataDir: place('other'), databaseUrl: await emptyDatabase(source) };
    expect(await restore(target, place('full.tgz'), { overwrite: false, now })).toBeNull();
    expect(await readFile(place('other/storage/a1/full.webp'), 'utf8')).toBe('a photo');
    const restored = await openDatabase(
      target.databaseUrl ? { connectionString: target.databaseUrl } : { dataDir: target.dataDir },
    );
    expect(await migrate(restored)).toEqual([]);
    const { rows } = await restored.pool.query<{ id: string }>('select id from public.bookings');
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    const again = restored.pool.query(
      `update public.slot_claims set during = taken.during, crew = taken.crew
       from public.slot_claims as taken where taken.booking_id = $1 and slot_claims.booking_id = $2`,
      before.slice(0, 2),
    );
    await expect(again).rejects.toMatchObject({ code: '23P01' });
    await restored.close();
  });

  test('is refused for a folder without the photos that a PostgreSQL knows', async () => {
    if (!source.databaseUrl) return;
    await database.pool.query(
      `insert into storage.objects (bucket_id, name, version) select id, 'a.webp', 'v1' from storage.buckets limit 1`,
    );
    const bare = { ...source, dataDir: place('bare') };
    await mkdir(bare.dataDir);
    const line =
      /^The database knows 1 photo, and .*bare.storage has none: set DATA_DIR or S3_BUCKET as for the server, /;
    await expect(backUp(bare, place('bare.tgz'), now)).rejects.toThrow(line);
    expect(existsSync(place('bare.tgz'))).toBe(false);
    const whole = { overwrite: true, now };
    await expect(restore(bare, place('full.tgz'), whole)).rejects.toThrow(line);
    expect(await readdir(bare.dataDir)).not.toContain('storage');
    await backUp(bare, place('bare.tgz'), now, true);
    await mkdir(place('bare/storage/photos/v1'), { recursive: true });
    await backUp(bare, place('second.tgz'), now);
    await database.pool.query(
      `set session_replication_role = replica; delete from storage.objects; reset session_replication_role`,
    );
    const empty = { ...source, databaseUrl: await emptyDatabase(source, 'nothing') };
    await expect(backUp(empty, place('empty.tgz'), now)).rejects.toThrow(
      new BackupError('The database of DATABASE_URL is empty: there is nothing to back up'),
    );
  });

  test('is refused in one line where there is no folder for it', async () => {
    await expect(backUp(source, place('missing/full.tgz'), now)).rejects.toThrow(
      new BackupError(`There is no folder ${place('missing')}`),
    );
  });

  test('overwrites nothing without the option, and keeps the existing data', async () => {
    const target = { dataDir: place('other'), databaseUrl: null };
    await mkdir(place('other/storage'), { recursive: true });
    const refused = restore(target, place('full.tgz'), { overwrite: false, now });
    await expect(refused).rejects.toThrow(/holds data: add --overwrite/);
    if (source.databaseUrl) return;
    const aside = await restore(target, place('full.tgz'), { overwrite: true, now });
    expect(aside).toBe(place('other/before-restore-2027-01-02T03-04-05-000Z'));
    expect(await readdir(aside ?? '')).toEqual(['database', 'storage']);
    expect(await readdir(place('other'))).toEqual(expect.arrayContaining(['database', 'storage']));
  });

  test('replaces everything in a PostgreSQL, including what a later version added', async () => {
    if (!source.databaseUrl) return;
    const there = await emptyDatabase(source, 'overwritten');
    const target = { dataDir: place('third'), databaseUrl: there };
    await restore(target, place('full.tgz'), { overwrite: false, now });
    const later = await openDatabase({ connectionString: there ?? '' });
    // The planner knows the rows before the first request does.
    const { rowCount } = await later.pool.query(
      `select from pg_stats where schemaname = 'public' and tablename = 'bookings'`,
    );
    expect(rowCount).toBeGreaterThan(0);
    const ids = async () => {
      const { rows } = await later.pool.query<{ id: string }>(
        'select id from public.bookings order by id',
      );
      return rows;
    };
    const backedUp = await ids();
    await later.pool.query(
      `create table public.of_later (booking_id uuid references public.bookings (id));
       create table private.of_later (at timestamptz);
       insert into public.of_later (booking_id) select id from public.bookings limit 1;
       delete from public.bookings where id not in (select booking_id from public.of_later);
       insert into supabase_migrations.schema_migrations (version, name) values ('29991231000000', 'to_the_moon')`,
    );
    const beside = { ...target, dataDir: place('fourth') };
    const refused = restore(beside, place('full.tgz'), { overwrite: false, now });
    await expect(refused).rejects.toThrow('DATABASE_URL holds data: add --overwrite');
    await later.pool.query(
      `create schema obstacle;
       create function obstacle.refuse() returns event_trigger language plpgsql as $$ begin raise 'no view here'; end $$;
       create event trigger obstacle on ddl_command_start when tag in ('CREATE VIEW') execute function obstacle.refuse()`,
    );
    const failed = restore(target, place('full.tgz'), { overwrite: true, now });
    await expect(failed).rejects.toThrow('no view here');
    expect(await ids()).toHaveLength(1);

    await later.pool.query('drop event trigger obstacle');
    await restore(target, place('full.tgz'), { overwrite: true, now });
    expect(await ids()).toEqual(backedUp);
    const { rows } = await later.pool.query(
      `select to_regclass('public.of_later') as one, to_regclass('private.of_later') as other`,
    );
    expect(rows).toEqual([{ one: null, other: null }]);
    expect(await migrate(later)).toEqual([]);
    await later.close();
  });

  test('is not restored into a PostgreSQL that a server uses', async () => {
    if (!source.databaseUrl) return;
    const quiet = { onNotice: () => undefined, onGap: () => undefined };
    const stop = await database.listen('live', quiet);
    const target = { ...source, dataDir: place('served') };
    const refused = restore(target, place('full.tgz'), { overwrite: true, now });
    await expect(refused).rejects.toThrow(
      new BackupError(
        'A server or another restore uses the database of DATABASE_URL: stop it first',
      ),
    );
    expect(existsSync(target.dataDir)).toBe(false);
    await stop();
    // As a server that starts, or another restore.
    const other = await database.pool.connect();
    for (const lock of [advisoryLocks.migrations, advisoryLocks.serving]) {
      await other.query('select pg_advisory_lock($1)', [lock]);
      await expect(restore(target, place('full.tgz'), { overwrite: true, now })).rejects.toThrow(
        BackupError,
      );
      await other.query('select pg_advisory_unlock($1)', [lock]);
    }
    other.release();
    await restore(target, place('full.tgz'), { overwrite: true, now });
  });

  test('that is damaged or cut off is refused, and nothing changes', async () => {
    const whole = gunzipSync(await readFile(place('full.tgz')));
    const damaged = Buffer.from(whole);
    damaged.write('no', whole.indexOf('a photo'));
    await writeFile(place('damaged.tgz'), gzipSync(damaged, { level: 1 }));
    await writeFile(place('cut.tgz'), gzipSync(whole.subarray(0, whole.length / 2), { level: 1 }));
    await writeFile(place('other.tgz'), 'something else');
    for (const name of ['damaged.tgz', 'cut.tgz', 'other.tgz']) {
      const target = { ...source, dataDir: place(`never-${name}`) };
      const refused = restore(target, place(name), { overwrite: true, now });
      await expect(refused, name).rejects.toThrow(BackupError);
      expect(existsSync(target.dataDir), name).toBe(false);
    }
  });

  test('does not replace an existing file', async () => {
    await expect(backUp(source, place('full.tgz'), now)).rejects.toThrow(/already exists/);
  });
});

async function urlOf({ kind, pool }: Database): Promise<string | null> {
  if (kind === 'pglite') return null;
  const { rows } = await pool.query<{ name: string }>('select current_database() name');
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${rows[0]?.name ?? ''}`;
  return url.href;
}

async function emptyDatabase({ databaseUrl }: { databaseUrl: string | null }, name = 'restored') {
  if (!databaseUrl) return null;
  const url = new URL(databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const full = `${url.pathname.slice(1)}_${name}`;
  await client.query(`create database ${full}`);
  await client.end();
  url.pathname = `/${full}`;
  return url.href;
}
