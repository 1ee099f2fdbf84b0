import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

test('refuses a second process until the first releases the folder', async () => {
  const first = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError);
  await first.release();
  const second = await lockDataDir(dataDir);
  await second.release();
});

test('names the folder and the process in the refusal', async () => {
  const lock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    new RegExp(`${dataDir} is in use .*process ${process.pid}`),
  );
  await lock.release();
});

test('takes over the lock of a dead process', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await writeFile(join(dataDir, 'lock'), `${child.pid ?? 0} 1`);
  const lock = await lockDataDir(dataDir);
  await lock.release();
});

test('takes over the lock of an earlier process with the same id', async () => {
  await writeFile(join(dataDir, 'lock'), `${process.pid} 1`);
  const lock = await lockDataDir(dataDir);
  expect(await readFile(join(dataDir, 'lock'), 'utf8')).not.toBe(`${process.pid} 1`);
  await lock.release();
});

/** A holder in another container, whose process id means another process or none here. */
async function strangerHolds() {
  const sign = 'lock.0123abcd';
  const child = spawn(
    process.execPath,
    ['-e', `require('net').createServer().listen(process.argv[1], () => console.log('up'))`, sign],
    { cwd: dataDir, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  await writeFile(join(dataDir, 'lock'), `${process.pid} 1 ${sign}`);
  return child;
}

test('detects a process in another container, also while it is stopped', async () => {
  const holder = await strangerHolds();
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError);
  holder.kill('SIGSTOP');
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError);
  expect((await readdir(dataDir)).sort()).toEqual(['lock', 'lock.0123abcd']);
  const exited = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exited;
});

test('takes over the lock of a killed process in another container and removes its remains', async () => {
  const holder = await strangerHolds();
  const exited = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exited;
  const lock = await lockDataDir(dataDir);
  expect(await readdir(dataDir)).not.toContain('lock.0123abcd');
  await lock.release();
  expect(await readdir(dataDir)).toEqual([]);
});

test('gives the lock of a killed process to one of two', async () => {
  await writeFile(join(dataDir, 'lock'), '1 1 lock.0123abcd');
  const both = await Promise.allSettled([lockDataDir(dataDir), lockDataDir(dataDir)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const one of both) if (one.status === 'fulfilled') await one.value.release();
});

test('locks a folder with a path too long for a socket against processes of this machine', async () => {
  const deep = join(dataDir, 'd'.repeat(100));
  const lock = await lockDataDir(deep);
  expect(await readdir(deep)).toEqual(['lock']);
  await expect(lockDataDir(deep)).rejects.toThrow(DataDirInUseError);
  await lock.release();
});
