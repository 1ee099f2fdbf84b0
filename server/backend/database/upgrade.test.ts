import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

// What the first release had: nothing the host brought along since, and no later migration.
const isOfFirstRelease = ({ version }: { version: string }) =>
  version <= '00000000000002' || (version > '2' && version <= '20261121001600');

async function firstRelease(dataDir: string): Promise<Database> {
  const database = await openDatabase({ dataDir });
  await database.pool.query(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  for (const { version, name, sql } of migrations.filter(isOfFirstRelease)) {
    await database.pool.query(sql);
    await database.pool.query(
      'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
      [version, name],
    );
  }
  return database;
}

test('a data folder of the first release is brought up to date, and keeps what is in it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'upgrade-'));
  const database = await firstRelease(dataDir);
  await database.pool.query(`
    insert into public.reviews (customer_name, rating, photo_url) values ('Bo', 5, 'https://old.example/car.jpg');
    insert into public.gallery_photos (image_url) values ('https://old.example/car.jpg')`);
  expect(await migrate(database)).toEqual(
    expect.arrayContaining(['storage_schema', 'photo_buckets', 'photo_sizes']),
  );
  const { rows } = await database.pool.query(
    `select photo_url, photo_width, image_url, image_width from public.reviews, public.gallery_photos`,
  );
  expect(rows).toEqual([
    {
      photo_url: 'https://old.example/car.jpg',
      photo_width: null,
      image_url: 'https://old.example/car.jpg',
      image_width: null,
    },
  ]);
  expect(await migrate(database)).toEqual([]);
  await database.close();
  await rm(dataDir, { recursive: true });
});
