import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedCopy } from '../../testing/embedded-copies.ts';
import type { Database } from './database.ts';
import { upkeepOf } from './upkeep.ts';

let database: Database;
beforeEach(async () => {
  database = await openEmbeddedCopy();
});
afterEach(() => database.close());

const mebibyte = 2 ** 20;
const written = `
  create table public.written as
  select 'a word since erased' as word, repeat(md5(n::text), 20) from generate_series(1, 100000) as n`;

async function bytesOfLog() {
  const { rows } = await database.pool.query<{ bytes: string }>(
    'select sum(size) as bytes from pg_ls_waldir()',
  );
  return Number(rows[0]?.bytes);
}

test('the log is short again a minute after a large import', async () => {
  await database.pool.query(written);
  expect(await bytesOfLog()).toBeGreaterThan(60 * mebibyte);
  await upkeepOf({ database, now: () => new Date() }).run();
  expect(await bytesOfLog()).toBeLessThanOrEqual(32 * mebibyte);
});

test('a few changes wait for the end of five minutes', async () => {
  const upkeep = upkeepOf({ database, now: () => new Date() });
  await upkeep.run();
  await upkeep.run();
  const latest = async () => {
    const { rows } = await database.pool.query('select redo_lsn from pg_control_checkpoint()');
    return rows[0] as unknown;
  };
  const before = await latest();
  await database.pool.query('create table public.few as select generate_series(1, 1000)');
  await upkeep.run();
  expect(await latest()).toEqual(before);
  await upkeepOf({ database, now: () => new Date(Date.now() + 6 * 60_000) }).run();
  expect(await latest()).not.toEqual(before);
});

test('a backup carries no log of what was written before it', async () => {
  await database.pool.query(written);
  const folder = await mkdtemp(join(tmpdir(), 'copy-'));
  try {
    await database.snapshot?.(join(folder, 'database'));
    const log = join(folder, 'database', 'pg_wal');
    const names = (await readdir(log)).filter((name) => /^[\dA-F]{24}$/.test(name));
    const files = await Promise.all(names.map((name) => readFile(join(log, name))));
    expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(32 * mebibyte);
    expect(files.some((file) => file.includes('a word since erased'))).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
