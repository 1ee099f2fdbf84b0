import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedCopy } from '../../testing/embedded-copies.ts';
import type { Database } from './database.ts';
import { fillWithDemo } from './demo.ts';

let database: Database;

beforeAll(async () => {
  database = await openEmbeddedCopy();
});
afterAll(() => database.close());

const count = async (table: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from public.${table}`))
    .rows[0]?.n;

test('demo rows go into an empty database, and only once', async () => {
  expect(await fillWithDemo(database)).toBe(true);
  const [bookings, reviews] = [await count('bookings'), await count('reviews')];
  expect([bookings, reviews]).toEqual([3, 6]);
  expect(await fillWithDemo(database)).toBe(false);
  expect(await count('bookings')).toBe(bookings);
});
