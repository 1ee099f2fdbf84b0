import { describe, expect, test } from 'vitest';
import type { FileStore } from '../backend/storage/file-store.ts';

const bytes = Buffer.from('pixels');
const soon = () => new Date(Date.now() + 60_000);
const longAgo = () => new Date(Date.now() - 60_000);

/** The contract of a file store of any kind. */
export function promisesOfAFileStore(name: string, store: () => FileStore) {
  describe(name, () => {
    test('returns kept files byte for byte, and nothing else', async () => {
      const prepared = await store().prepare('a1', {
        'full.webp': bytes,
        '320.webp': Buffer.of(0),
      });
      await prepared.keep();
      expect(await store().read('a1', 'full.webp')).toEqual(bytes);
      expect(await store().read('a1', '320.webp')).toEqual(Buffer.of(0));
      expect(await store().read('a1', '640.webp')).toBeNull();
      expect(await store().read('a', 'full.webp')).toBeNull();
      await store().remove('a1');
      expect(await store().read('a1', 'full.webp')).toBeNull();
    });

    test('has no trace of a discarded file', async () => {
      const prepared = await store().prepare('b2', { 'full.webp': bytes });
      await prepared.discard();
      await expect(prepared.keep()).rejects.toThrow();
      expect(await store().read('b2', 'full.webp')).toBeNull();
      expect(await store().keptBefore(soon())).toEqual([]);
    });

    test('keeps a kept file although it is discarded afterwards', async () => {
      const prepared = await store().prepare('c3', { 'full.webp': bytes });
      await prepared.keep();
      await prepared.discard();
      expect(await store().read('c3', 'full.webp')).toEqual(bytes);
      await store().remove('c3');
    });

    test('removes one of two files with the same prefix, and ignores a missing one', async () => {
      for (const version of ['d4', 'd44']) {
        await (await store().prepare(version, { 'full.webp': bytes })).keep();
      }
      await store().remove('d4');
      await expect(store().remove('d4')).resolves.toBeUndefined();
      expect(await store().read('d44', 'full.webp')).toEqual(bytes);
      await store().remove('d44');
    });

    test('lists files older than a moment', async () => {
      expect(await store().keptBefore(soon())).toEqual([]);
      for (const version of ['e5', 'f6']) {
        const files = { 'full.webp': bytes, '320.webp': bytes };
        await (await store().prepare(version, files)).keep();
      }
      expect((await store().keptBefore(soon())).sort()).toEqual(['e5', 'f6']);
      expect(await store().keptBefore(longAgo())).toEqual([]);
      await store().clearUnfinished(soon());
      expect((await store().keptBefore(soon())).sort()).toEqual(['e5', 'f6']);
      await Promise.all([store().remove('e5'), store().remove('f6')]);
    });

    test('leaves nothing of an interrupted write', async () => {
      await store().prepare('g7', { 'full.webp': bytes });
      await store().clearUnfinished(soon());
      for (const version of await store().keptBefore(soon())) await store().remove(version);
      expect(await store().read('g7', 'full.webp')).toBeNull();
      expect(await store().keptBefore(soon())).toEqual([]);
    });

    test.each(['..', '../x', '.htaccess', 'a/b', 'a\\b', 'a\0b', ''])(
      'accepts neither a file nor a folder named %j',
      async (unsafe) => {
        const attempts: (() => Promise<unknown>)[] = [
          () => store().prepare(unsafe, { 'full.webp': bytes }),
          () => store().prepare('h8', { [unsafe]: bytes }),
          () => store().read(unsafe, 'full.webp'),
          () => store().read('h8', unsafe),
          () => store().remove(unsafe),
        ];
        for (const attempt of attempts) {
          await expect(Promise.resolve().then(() => attempt())).rejects.toThrow(
            'No name for a stored file',
          );
        }
        await store().clearUnfinished(soon());
        expect(await store().keptBefore(soon())).toEqual([]);
      },
    );
  });
}
