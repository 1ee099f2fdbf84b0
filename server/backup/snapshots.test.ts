import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BackupError } from './archive.ts';
import { openControl } from '../control.ts';
import { answerSnapshot, askForSnapshot } from './snapshots.ts';

let place: string;
let dataDir: string;
let moved: string;
let copy: (folder: string) => Promise<void>;
let control: { close: () => Promise<void> };

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'control-'));
  dataDir = join(place, 'data');
  moved = join(place, 'moved');
  await mkdir(dataDir);
  copy = (folder) => writeFile(folder, 'a copy');
  control = await openControl(dataDir, {
    snapshot: answerSnapshot(dataDir, { snapshot: (folder) => copy(folder) }),
  });
});
afterEach(async () => {
  await control.close();
  await rm(place, { recursive: true, force: true });
});

async function takesOne() {
  const snapshot = await askForSnapshot(dataDir);
  expect(await readdir(snapshot?.folder ?? '')).toEqual(['database']);
  await snapshot?.done();
  expect(await readdir(dataDir)).toEqual(['control']);
}

test('a backup without room for its copy gets an error, and the server keeps running', async () => {
  await rename(dataDir, moved);
  const refused = askForSnapshot(moved);
  await expect(refused).rejects.toThrow(BackupError);
  await expect(refused).rejects.toThrow('The server could not copy its database: ENOENT');
  await rename(moved, dataDir);
  await takesOne();
});

test('a full disk is reported in a sentence, the partial copy is removed, and the server keeps running', async () => {
  const whole = copy;
  copy = async (folder) => {
    await whole(folder);
    throw new Error('Error: ENOSPC: no space left on device, write');
  };
  const refused = askForSnapshot(dataDir);
  await expect(refused).rejects.toThrow(BackupError);
  await expect(refused).rejects.toThrow(
    `There is no room for a copy of the database in ${dataDir}`,
  );
  expect(await readdir(dataDir)).toEqual(['control']);
  copy = whole;
  await takesOne();
});

test('a copy that cannot be removed ends neither the backup nor the server', async () => {
  copy = async () => {
    await rename(dataDir, moved);
    await writeFile(dataDir, 'no folder any more');
  };
  const snapshot = await askForSnapshot(dataDir);
  await snapshot?.done();
  await rm(dataDir);
  await rename(moved, dataDir);
  copy = (folder) => writeFile(folder, 'a copy');
  expect(await askForSnapshot(dataDir)).not.toBeNull();
});
