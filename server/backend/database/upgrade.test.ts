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
    with boss as (
      insert into auth.users (email, encrypted_password) values ('boss@example.com', 'kept') returning id
    ), session as (
      insert into auth.sessions (user_id) select id from boss
    )
    insert into public.admins (user_id) select id from boss;
    insert into public.reviews (customer_name, rating, photo_url) values ('Bo', 5, 'https://old.example/car.jpg');
    insert into public.gallery_photos (image_url) values ('https://old.example/car.jpg')`);
  expect(await migrate(database)).toEqual(
    expect.arrayContaining([
      'storage_schema',
      'photo_buckets',
      'photo_sizes',
      'auth_factors',
      'second_factor',
    ]),
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
  expect(await accountsOf(database)).toEqual([
    {
      email: 'boss@example.com',
      encrypted_password: 'kept',
      aal: 'aal1',
      factors: 0,
      is_admin: true,
    },
  ]);
  expect(await migrate(database)).toEqual([]);
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** Who is signed in, and whether it is an administrator by the rules of today. */
async function accountsOf({ pool }: Database) {
  // The embedded database has one connection, so the claim stays for the next statement.
  await pool.query(
    `select set_config('request.jwt.claims', jsonb_build_object('sub', id)::text, false) from auth.users`,
  );
  const { rows } = await pool.query<Record<string, unknown>>(
    `select email, encrypted_password, aal, public.is_admin(),
       (select count(*)::integer from auth.mfa_factors) as factors
     from auth.users join auth.sessions on sessions.user_id = users.id`,
  );
  return rows;
}
