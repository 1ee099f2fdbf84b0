import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call } from './bookings.ts';
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

  const flood = (count: number, isHeldBack = false) =>
    database.pool.query(
      `insert into public.reviews (customer_name, rating, is_held_back)
       select 'Bo', 5, $2 from generate_series(1, $1)`,
      [count, isHeldBack],
    );
  const heldBack = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::integer as count from public.reviews where is_held_back',
    );
    return rows[0]?.count;
  };

  const answer = async (sql: string) =>
    (await database.pool.query<{ answer: unknown }>(`select ${sql} as answer`)).rows[0]?.answer;

  test('are counted by service and rating while they are public', async () => {
    const booking = await book(database.pool);
    const writing = `insert into public.reviews (customer_name, rating, booking_id) values ('Bo', $1, $2)`;
    for (const [rating, about] of [
      [5, booking],
      [5, booking],
      [3, null],
    ] as const) {
      await ask(database.pool, anon, writing, [rating, about]);
    }
    expect(await answer('public.review_counts()')).toEqual([]);
    await database.pool.query('update public.reviews set is_approved = true');
    const all = [
      { service: null, rating: 3, count: 1 },
      { service: 'Premium Detailing', rating: 5, count: 2 },
    ];
    expect(await answer('public.review_counts()')).toEqual(all);
    await database.pool.query('select private.recount_reviews()');
    expect(await answer('public.review_counts()')).toEqual(all);
    await database.pool.query('delete from public.reviews where rating = 5');
    expect(await answer('public.review_counts()')).toEqual(all.slice(0, 1));
  });

  test('are answered by those who manage them, and by nobody else', async () => {
    await write(customer, null);
    await database.pool.query('update public.reviews set is_approved = true');
    const reply = (person: Person) =>
      tryOut(database.pool, person, `update public.reviews set reply = 'Thank you'`);
    expect(await reply(customer)).toBe(0);
    expect(await reply(anon)).toBe(refused);
    for (const manager of managers) expect(await reply(manager)).toBe(1);
    await ask(database.pool, managers[0] ?? anon, `update public.reviews set reply = 'Thanks'`);
    const { rows } = await ask(
      database.pool,
      anon,
      'select reply, replied_at is not null as is_dated from public.reviews',
    );
    expect(rows).toEqual([{ reply: 'Thanks', is_dated: true }]);
  });

  test('are held back from the 201st within the hour, not counting earlier ones [S5.10]', async () => {
    await flood(200);
    for (const person of [anon, customer]) await write(person, null);
    expect(await heldBack()).toBe(2);
    await database.pool.query(
      `update public.reviews set created_at = now() - interval '61 minutes'`,
    );
    await write(anon, null);
    expect(await heldBack()).toBe(2);
  });

  test('are refused after 4000 held back within a day', async () => {
    await flood(200);
    await flood(3999, true);
    await write(anon, null);
    await expect(write(customer, null)).rejects.toMatchObject({
      code: 'PT429',
      message: 'too_many_reviews',
    });
  });

  test('that are held back do not need attention, and only managers see and release them', async () => {
    await flood(1, true);
    const boss = managers[0] ?? anon;
    const needs = async () =>
      (await ask(database.pool, boss, `select public.owner_needs() ->> 'reviews' as n`)).rows[0]?.[
        'n'
      ];
    expect(await needs()).toBe('0');
    const release = 'update public.reviews set is_held_back = false';
    expect(await tryOut(database.pool, anon, 'select is_held_back from public.reviews')).toBe(
      refused,
    );
    expect(await tryOut(database.pool, anon, release)).toBe(refused);
    expect(await tryOut(database.pool, customer, 'select id from public.reviews')).toBe(0);
    expect(await tryOut(database.pool, customer, release)).toBe(0);
    await expect(
      ask(database.pool, boss, 'update public.reviews set is_approved = true'),
    ).rejects.toMatchObject({ code: '23514' });
    await ask(database.pool, boss, release);
    expect(await needs()).toBe('1');
  });

  test('are approved and unapproved by both kinds of managers, and by nobody else', async () => {
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

  test("keep the customer's text, even from a manager", async () => {
    for (const manager of managers) {
      for (const column of ['customer_name', 'rating', 'comment', 'photo_url', 'photo_name']) {
        const change = `update public.reviews set ${column} = ${column}`;
        expect(await tryOut(database.pool, manager, change)).toBe(refused);
      }
    }
  });

  test('use a photo once, in any spelling of its address', async () => {
    await write(anon, photo);
    for (const same of [photo, photo.replace(' ', '%20'), new URL(photo).pathname]) {
      await expect(write(customer, same)).rejects.toMatchObject({
        code: 'PT409',
        message: 'photo_taken',
      });
    }
  });

  test('free a photo when its review is deleted', async () => {
    await write(anon, photo);
    await ask(database.pool, managers[0] ?? anon, 'delete from public.reviews');
    await write(anon, photo);
  });

  test('without a photo do not conflict', async () => {
    await write(anon, null);
    await write(anon, null);
  });

  test("get the photo's name from the database, which alone reads it", async () => {
    const insert = `insert into public.reviews (customer_name, rating, photo_name) values ('Bo', 5, 'x')`;
    for (const person of [anon, customer, ...managers]) {
      expect(await tryOut(database.pool, person, insert)).toBe(refused);
      expect(await tryOut(database.pool, person, 'select photo_name from public.reviews')).toBe(
        refused,
      );
    }
  });
});
