import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call } from './bookings.ts';
import { anon, ask, signUp, tryOut, type Person } from './cast.ts';
import { refused } from './permission-roles.ts';

const photo = 'https://wash.example/storage/v1/object/public/reviews/public/1_my car.jpg';

describeEachDatabase('Reviews', (open) => {
  let database: Database;
  let managers: Person[];
  let customer: Person;

  beforeAll(async () => {
    database = await open();
    const { pool } = database;
    await call(pool, 'set_info_email', 'info@example.com');
    const administrator = await signUp(pool, 'boss@example.com', { admin: true });
    const info = await signUp(pool, 'info@example.com');
    managers = [administrator.person, info.person];
    customer = (await signUp(pool, 'customer@example.com')).person;
    await pool.query(
      `insert into storage.objects (bucket_id, name, metadata) values ('reviews', 'public/1_my car.jpg', '{}')`,
    );
  });
  afterAll(() => database.close());
  beforeEach(() => database.pool.query('delete from public.reviews'));

  const write = (person: Person, photoUrl: string | null) =>
    ask(
      database.pool,
      person,
      `insert into public.reviews (customer_name, rating, photo_url) values ('Bo', 5, $1)`,
      [photoUrl],
    );

  test('are not taken in by the thousand: 200 an hour, and those of earlier do not count', async () => {
    await database.pool.query(
      `insert into public.reviews (customer_name, rating) select 'Bo', 5 from generate_series(1, 200)`,
    );
    for (const person of [anon, customer]) {
      await expect(write(person, null)).rejects.toMatchObject({
        code: 'PT429',
        message: 'too_many_reviews',
      });
    }
    await database.pool.query(
      `update public.reviews set created_at = now() - interval '61 minutes'`,
    );
    await write(anon, null);
  });

  test('an approval is given and taken back by either kind of manager, and by nobody else', async () => {
    await write(anon, null);
    for (const isApproved of [true, false]) {
      const decide = `update public.reviews set is_approved = ${isApproved}`;
      for (const manager of managers) {
        await ask(database.pool, manager, decide);
        const { rows } = await ask(database.pool, anon, 'select id from public.reviews');
        expect(rows).toHaveLength(isApproved ? 1 : 0);
      }
      expect(await tryOut(database.pool, customer, decide)).toBe(0);
      expect(await tryOut(database.pool, anon, decide)).toBe(refused);
    }
  });

  test('not even a manager changes what a customer wrote', async () => {
    for (const manager of managers) {
      for (const column of ['customer_name', 'rating', 'comment', 'photo_url', 'photo_name']) {
        const change = `update public.reviews set ${column} = ${column}`;
        expect(await tryOut(database.pool, manager, change)).toBe(refused);
      }
    }
  });

  test('a photo belongs to one review, however its address is written', async () => {
    await write(anon, photo);
    for (const same of [photo, photo.replace(' ', '%20'), new URL(photo).pathname]) {
      await expect(write(customer, same)).rejects.toMatchObject({
        code: 'PT409',
        message: 'photo_taken',
      });
    }
  });

  test('a photo is free again when its review is gone', async () => {
    await write(anon, photo);
    await ask(database.pool, managers[0] ?? anon, 'delete from public.reviews');
    await write(anon, photo);
  });

  test('reviews without a photo are not in each other’s way', async () => {
    await write(anon, null);
    await write(anon, null);
  });

  test('the name of a photo is the database’s to set and to know', async () => {
    const insert = `insert into public.reviews (customer_name, rating, photo_name) values ('Bo', 5, 'x')`;
    for (const person of [anon, customer, ...managers]) {
      expect(await tryOut(database.pool, person, insert)).toBe(refused);
      expect(await tryOut(database.pool, person, 'select photo_name from public.reviews')).toBe(
        refused,
      );
    }
  });
});
