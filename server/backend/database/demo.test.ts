import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCopy } from '../../testing/databases.ts';
import type { Database } from './database.ts';
import { fillWithDemo } from './demo.ts';

let database: Database;

beforeAll(async () => {
  database = await openCopy();
});
afterAll(() => database.close());

const count = async (table: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from public.${table}`))
    .rows[0]?.n;

test('demo rows are inserted into an empty database once', async () => {
  expect(await fillWithDemo(database)).toBe(true);
  const [bookings, reviews] = [await count('bookings'), await count('reviews')];
  expect([bookings, reviews, await count('gallery_photos')]).toEqual([3, 6, 6]);
  expect(await fillWithDemo(database)).toBe(false);
  expect(await count('bookings')).toBe(bookings);
});

test('every demo photo is part of the site and has its size', async () => {
  const { rows } = await database.pool.query<{ image_url: string; image_width: number | null }>(
    'select image_url, image_width from public.gallery_photos',
  );
  for (const { image_url, image_width } of rows) {
    expect(existsSync(`public${image_url}`)).toBe(true);
    expect(image_width).toBeGreaterThan(0);
  }
});
