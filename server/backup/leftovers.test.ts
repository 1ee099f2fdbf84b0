import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from '../backend/database/data-dir-lock.ts';
import { readConfig } from '../config.ts';
import { buildHost } from '../host.ts';
import { copyEmbedded } from '../testing/embedded-copies.ts';
import { removeLeftovers } from './leftovers.ts';
import { restore } from './restore.ts';

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'left-'));
  for (const name of ['restore-Ab3dE9', 'fetched-xY12Zz', 'restore-notes', 'before-restore-2026']) {
    await mkdir(join(dataDir, name, 'database'), { recursive: true });
  }
  await writeFile(join(dataDir, 'restore-abcdef'), 'a file');
});
afterEach(() => rm(dataDir, { recursive: true }));

const left = async () =>
  (await readdir(dataDir)).filter((name) => /restore|fetched/.test(name)).toSorted();
const others = ['before-restore-2026', 'restore-abcdef', 'restore-notes'];

test('a start removes what a killed restore left, and nothing else', async () => {
  await copyEmbedded(dataDir);
  const host = await buildHost(readConfig({ DATA_DIR: dataDir }), log, { prerenderFile: null });
  await host.close();
  expect(await left()).toEqual(others);
});

test('so does the next restore', async () => {
  const file = join(dataDir, 'no-backup.tgz');
  await writeFile(file, 'nothing');
  const target = { dataDir, databaseUrl: null };
  await expect(restore(target, file, { overwrite: true, now: new Date() })).rejects.toThrow();
  expect(await left()).toEqual(others);
});

test('a server of a PostgreSQL leaves them while a restore has the folder', async () => {
  const lock = await lockDataDir(dataDir);
  await removeLeftovers(dataDir);
  expect(await left()).toHaveLength(5);
  await lock.release();
  await removeLeftovers(dataDir);
  expect(await left()).toEqual(others);
});
