import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUseError, lockDataDir } from './data-dir-lock.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lock-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('a second one is refused until the first lets go', async () => {
  const first = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError);
  await first.release();
  const second = await lockDataDir(dataDir);
  await second.release();
});

test('the refusal names the folder and the process', async () => {
  const lock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    new RegExp(`${dataDir} is in use .*process ${process.pid}`),
  );
  await lock.release();
});

test('the lock of a process that is gone is taken over', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await writeFile(join(dataDir, 'lock'), `${child.pid ?? 0} 1`);
  const lock = await lockDataDir(dataDir);
  await lock.release();
});

test('the lock of an earlier process with the same number is taken over', async () => {
  await writeFile(join(dataDir, 'lock'), `${process.pid} 1`);
  const lock = await lockDataDir(dataDir);
  expect(await readFile(join(dataDir, 'lock'), 'utf8')).not.toBe(`${process.pid} 1`);
  await lock.release();
});
