import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runWords } from './admin/run-words.ts';
import type { Database } from './backend/database/database.ts';
import { readConfig } from './config.ts';
import {
  databaseNotices,
  forgetDatabase,
  isEmpty,
  needFilled,
  needSameDatabase,
  noteDatabase,
} from './former-database.ts';
import { buildHost } from './host.ts';
import { secretsSchema } from './secrets.ts';
import { describePostgres } from './testing/databases.ts';

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'former-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const configWith = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });

describePostgres('A data folder whose data is in a PostgreSQL', (open) => {
  const databases: Database[] = [];
  const openOne = async () => {
    const database = await open();
    await secretsSchema(database);
    databases.push(database);
    return database;
  };
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.close();
  });

  const emptyOne = async () => {
    const database = await openOne();
    await database.pool.query(
      `drop schema public, private, auth, storage, extensions, supabase_migrations, host cascade;
       create schema public`,
    );
    const { rows } = await database.pool.query<{ name: string }>('select current_database() name');
    const place = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    place.pathname = `/${rows[0]?.name ?? ''}`;
    return { ...database, url: place.href };
  };

  const url = 'postgres://owner:secret@db.example:5432/wash';
  const config = () => configWith({ DATABASE_URL: url });

  test('remembers it without its user and its password', async () => {
    await noteDatabase(await openOne(), config());
    const kept = await readFile(join(dataDir, 'postgresql.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({
      address: 'db.example:5432/wash',
      fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    });
  });

  test('refuses a server and a command that have lost its address, until it is disconnected', async () => {
    await needSameDatabase(configWith());
    await noteDatabase(await openOne(), config());
    await needSameDatabase(config());
    const line =
      `DATABASE_URL is missing: the data of ${dataDir} is in the PostgreSQL db.example:5432/wash. Set it, or go back ` +
      'to the database in that folder with: npm run admin -- disconnect database';
    for (const env of [{}, { DATABASE_URL: '' }] as Record<string, string>[]) {
      await expect(needSameDatabase(configWith(env))).rejects.toThrow(line);
      await expect(buildHost(configWith(env), log)).rejects.toThrow(line);
    }
    expect(await forgetDatabase(dataDir)).toBe(true);
    expect(await forgetDatabase(dataDir)).toBe(false);
    await needSameDatabase(configWith());
  });

  test('says that it starts on another one, and not when the same one has moved', async () => {
    const [first, second] = [await openOne(), await openOne()];
    expect(await databaseNotices(first, config())).toEqual([]);
    await noteDatabase(first, config());
    const moved = configWith({ DATABASE_URL: 'postgres://owner@other.example/wash' });
    expect(await databaseNotices(first, moved)).toEqual([]);
    expect(await databaseNotices(second, moved)).toEqual([
      'DATABASE_URL names another database (other.example/wash) than at the last start (db.example:5432/wash)',
    ]);
  });

  test('refuses an empty database in place of the one it knows, and makes nothing there', async () => {
    await noteDatabase(await openOne(), config());
    const empty = await emptyOne();
    const named = configWith({ DATABASE_URL: empty.url });
    const line =
      /^DATABASE_URL names an empty database \(.*\): the data of .* is in the PostgreSQL db\.example:5432\/wash\. .*disconnect database$/;
    await expect(buildHost(named, log)).rejects.toThrow(line);
    await expect(runWords(['recount'], named, quiet)).rejects.toThrow(line);
    expect(await isEmpty(empty.pool)).toBe(true);
    await forgetDatabase(dataDir);
    await needFilled(empty, named);
  });

  test('refuses an empty database while the folder has a database of its own', async () => {
    const empty = await emptyOne();
    const named = configWith({ DATABASE_URL: empty.url });
    await mkdir(join(dataDir, 'database'));
    await expect(buildHost(named, log)).rejects.toThrow(
      /^DATABASE_URL names an empty database \(.*\), while .*database has the data of a business/,
    );
    expect(await isEmpty(empty.pool)).toBe(true);
    await needFilled(await openOne(), config());
  });

  test('names a damaged file', async () => {
    await writeFile(join(dataDir, 'postgresql.json'), '{');
    await expect(needSameDatabase(configWith())).rejects.toThrow(
      /^DATA_DIR: .*postgresql\.json can't be read/,
    );
  });
});
