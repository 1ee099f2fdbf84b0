import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';

let folder: string;
let store: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  store = folderStore(join(folder, 'storage'));
});
afterAll(() => rm(folder, { recursive: true }));

const bytes = Buffer.from('pixels');

test('nobody reads what is prepared, until it is kept', async () => {
  const prepared = await store.prepare('a1', { 'full.webp': bytes });
  expect(await store.read('a1', 'full.webp')).toBeNull();
  await prepared.keep();
  expect(await store.read('a1', 'full.webp')).toEqual(bytes);
  expect(await store.read('a1', '320.webp')).toBeNull();
  await store.remove('a1');
  expect(await store.read('a1', 'full.webp')).toBeNull();
});

test('what is discarded was never there', async () => {
  const prepared = await store.prepare('b2', { 'full.webp': bytes });
  await prepared.discard();
  await expect(prepared.keep()).rejects.toThrow();
  expect(await store.keptBefore(new Date(Date.now() + 1000))).toEqual([]);
});

test('removing what is not there is no failure', async () => {
  await expect(store.remove('c3')).resolves.toBeUndefined();
});

test.each(['..', '../x', '.htaccess', 'a/b', 'a\\b', 'a\0b', ''])(
  'no file and no folder is ever called %j',
  async (name) => {
    const attempts: (() => Promise<unknown>)[] = [
      () => store.prepare(name, { 'full.webp': bytes }),
      () => store.prepare('d4', { [name]: bytes }),
      async () => await store.read(name, 'full.webp'),
      async () => await store.read('d4', name),
      async () => await store.remove(name),
    ];
    for (const attempt of attempts) {
      await expect(Promise.resolve().then(() => attempt())).rejects.toThrow(
        'No name for a stored file',
      );
    }
    expect(await readdir(folder)).toEqual(['storage']);
  },
);
