import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { promisesOfAFileStore } from '../../testing/file-store-contract.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';

let folder: string;
let store: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  store = folderStore(join(folder, 'storage'));
});
afterAll(() => rm(folder, { recursive: true }));

promisesOfAFileStore('A folder of photos', () => store);

test('a prepared file is not readable before it is kept', async () => {
  const prepared = await store.prepare('i9', { 'full.webp': Buffer.from('pixels') });
  expect(await store.read('i9', 'full.webp')).toBeNull();
  await prepared.keep();
  expect(await store.read('i9', 'full.webp')).not.toBeNull();
});

test('no file is written outside the folder', async () => {
  await expect(store.prepare('../x', { 'full.webp': Buffer.of(1) })).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['storage']);
});
