import { expect, test } from 'vitest';
import { diskWatch, isNearlyFull, stuckDisk } from './disk-room.ts';
import { openCopy } from './testing/databases.ts';

const gigabyte = 1e9;

test.each([
  [0.9, 1000, true],
  [1.1, 1000, false],
  [0.9, 2, false],
  [0.1, 2, true],
])('a disk with %s GB of %s GB free is nearly full: %s', (free, total, isFull) => {
  expect(isNearlyFull({ freeBytes: free * gigabyte, totalBytes: total * gigabyte })).toBe(isFull);
});

test('the owner reads of a disk that is nearly full, until it has room again', async () => {
  const database = await openCopy();
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const log = { info: write, warn: write, error: write };
  let freeBytes = 12e6;
  const roomOf = () => Promise.resolve({ freeBytes, totalBytes: 100 * gigabyte });
  const watch = diskWatch({ database, dataDir: '/data', log, roomOf });
  const read = async () => {
    const { rows } = await database.pool.query<{ kind: string; reason: string }>(
      'select kind, reason from private.waiting_too_long()',
    );
    return rows;
  };
  await watch();
  expect(await read()).toEqual([{ kind: 'disk', reason: '12 MB are free in /data' }]);
  expect(lines).toEqual(['The disk is nearly full']);
  freeBytes = 12 * gigabyte;
  await watch();
  expect(await read()).toEqual([]);
  await database.close();
});

test('a full disk is found when somebody asks, though no report of it could be written', async () => {
  const totalBytes = 64e6;
  expect(
    await stuckDisk('/data', () => Promise.resolve({ freeBytes: 0, totalBytes })),
  ).toMatchObject({ kind: 'disk', reason: '0 MB are free in /data' });
  const half = () => Promise.resolve({ freeBytes: totalBytes / 2, totalBytes });
  expect(await stuckDisk('/data', half)).toBeNull();
  expect(await stuckDisk('/no/such/folder')).toBeNull();
});
