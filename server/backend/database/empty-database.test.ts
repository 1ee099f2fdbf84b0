import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeArchive, writeWhole } from '../../backup/archive.ts';
import { unpackEmptyDatabase } from './empty-database.ts';

let root: string;
let packed: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'empty-'));
  packed = join(root, 'packed.tar.gz');
  folder = join(root, 'data', 'database');
  const made = join(root, 'made');
  await mkdir(join(made, 'pg_notify'), { recursive: true });
  await writeFile(join(made, 'PG_VERSION'), '18');
  await writeArchive(
    { write: (content) => writeWhole(packed, content) },
    { database: 'embedded', createdAt: '2026-11-28T12:00:00.000Z', places: { database: made } },
  );
});
// The file that failed may still be open.
afterEach(() => rm(root, { recursive: true, maxRetries: 5 }));

test('an empty database is unpacked where there is none, empty folders too, for its user only', async () => {
  await unpackEmptyDatabase(folder, packed);
  expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toBe('18');
  expect((await readdir(folder)).sort()).toEqual(['PG_VERSION', 'pg_notify']);
  expect((await stat(join(folder, 'PG_VERSION'))).mode & 0o077).toBe(0);
  expect(await readdir(join(root, 'data'))).toEqual(['database']);
});

test('an existing database stays as it is', async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'PG_VERSION'), '17');
  await unpackEmptyDatabase(folder, packed);
  expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toBe('17');
});

test('the rest of a killed start is replaced', async () => {
  await mkdir(join(`${folder}.unfinished`, 'database'), { recursive: true });
  await writeFile(join(`${folder}.unfinished`, 'database', 'half'), '');
  await unpackEmptyDatabase(folder, packed);
  expect((await readdir(folder)).sort()).toEqual(['PG_VERSION', 'pg_notify']);
});

test('a damaged file leaves no database behind', async () => {
  await writeFile(packed, (await readFile(packed)).subarray(0, -40));
  await expect(unpackEmptyDatabase(folder, packed)).rejects.toThrow();
  expect(await readdir(join(root, 'data'))).not.toContain('database');
});

test('without a packed database nothing happens, and the engine makes one', async () => {
  await unpackEmptyDatabase(folder, join(root, 'none'));
  expect(await readdir(root)).not.toContain('data');
});
