import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../config.ts';
import { startPhotoBucket } from '../testing/photo-bucket.ts';
import { openBackupStore, type BackupPlace, type BackupStore } from './backup-store.ts';

let folder: string;
let bucket: Awaited<ReturnType<typeof startPhotoBucket>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  bucket = await startPhotoBucket('wash-backups');
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

const names = ['2027-01-11', '2027-01-12'].map((day) => `scheduled-${day}T083000Z.tgz`);
const [older = '', newer = ''] = names;
const chunk = Buffer.alloc(1024 * 1024, 7);

async function* of(...chunks: Buffer[]) {
  yield* await Promise.resolve(chunks);
}
async function* broken() {
  yield* await Promise.resolve([chunk]);
  throw new Error('the source broke');
}

describe.each<[string, () => BackupPlace]>([
  ['A folder of backups', () => ({ folder: join(folder, 'backups') })],
  ['A bucket of backups', () => ({ settings: bucket.settings, prefix: 'daily/' })],
])('%s', (_what, place) => {
  let store: BackupStore;
  beforeAll(async () => {
    store = await openBackupStore(place());
    expect(await store.check()).toBeNull();
  });

  test('returns what was stored, newest first, in any size', async () => {
    await store.write(older, of(Buffer.from('one')));
    await store.write(newer, of(...Array.from({ length: 19 }, () => chunk)));
    expect(await store.list()).toEqual([
      { name: newer, bytes: 19 * chunk.length },
      { name: older, bytes: 3 },
    ]);
    const file = join(folder, 'fetched');
    await store.fetch(older, file);
    expect(await readFile(file, 'utf8')).toBe('one');
    expect((await stat(file)).mode & 0o077).toBe(0);
    await rm(file);
    await store.fetch(newer, file);
    expect((await readFile(file)).equals(Buffer.alloc(19 * chunk.length, 7))).toBe(true);
    await rm(file);
  });

  test('has no part of a backup that broke off', async () => {
    const name = 'scheduled-2027-01-13T083000Z.tgz';
    await expect(store.write(name, broken())).rejects.toThrow('the source broke');
    expect((await store.list()).map((one) => one.name)).toEqual([newer, older]);
  });

  test('removes one backup', async () => {
    await store.remove(older);
    expect((await store.list()).map(({ name }) => name)).toEqual([newer]);
  });
});

test('a folder that is not there is refused with the name of the setting', async () => {
  const store = await openBackupStore({ folder: join(folder, 'not', 'there') });
  await expect(store.list()).rejects.toThrow(/^BACKUP_TO: .* can't be used \(ENOENT\)/);
});

test('a folder lists no other files, and forgets only parts of its own', async () => {
  const place = join(folder, 'mixed');
  const store = await openBackupStore({ folder: place });
  await store.check();
  for (const name of [older, `${newer}.unfinished`, 'mine.tgz', 'mine.tgz.unfinished']) {
    await writeFile(join(place, name), 'x');
  }
  await store.clearUnfinished();
  expect(await store.list()).toEqual([{ name: older, bytes: 1 }]);
  expect((await readdir(place)).toSorted()).toEqual(['mine.tgz', 'mine.tgz.unfinished', older]);
});

describe('A place that can’t be used', () => {
  const check = async (place: BackupPlace) => (await openBackupStore(place)).check();

  test('is refused with the name of the setting', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'no folder');
    const refused = check({ folder: file });
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(/^BACKUP_TO: .*file can't be used \(EEXIST\)/);
    const missing = check({ folder: join(folder, 'disk', 'backups') });
    await expect(missing).rejects.toThrow(/^BACKUP_TO: .*disk\/backups can't be used \(ENOENT\)/);
    const { settings } = bucket;
    await expect(
      check({ settings: { ...settings, bucket: 'of-nobody' }, prefix: '' }),
    ).rejects.toThrow('BACKUP_TO: there is no bucket "of-nobody"');
  });

  test('is only reported while it does not answer', async () => {
    const settings = { ...bucket.settings, endpoint: 'http://127.0.0.1:9' };
    expect(await check({ settings, prefix: '' })).toMatch(/ECONNREFUSED/);
  });
});
