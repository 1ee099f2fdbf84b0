import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { anon, ask, signUp, tryOut, type Person } from './cast.ts';
import { refused } from './permission-roles.ts';

describeEachDatabase('The gallery', (open) => {
  let database: Database;
  let admin: Person;
  let customer: Person;

  beforeAll(async () => {
    database = await open();
    admin = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    customer = (await signUp(database.pool, 'customer@example.com')).person;
    await database.pool.query(
      `insert into public.gallery_photos (image_url, description) values ('/1.webp', 'A clean car')`,
    );
  });

  afterAll(() => database.close());

  const describe = (words: string) => `update public.gallery_photos set description = '${words}'`;

  test('lets an administrator change a description', async () => {
    await ask(database.pool, admin, describe('An engine bay, degreased'));
    const { rows } = await ask(
      database.pool,
      anon,
      'select image_url, description from public.gallery_photos',
    );
    expect(rows).toEqual([{ image_url: '/1.webp', description: 'An engine bay, degreased' }]);
  });

  test.each([
    `insert into public.gallery_photos (image_url) values ('/2.webp')`,
    describe('A clean boot'),
    `delete from public.gallery_photos where image_url = '/2.webp'`,
  ])('notifies listeners: %s', async (sql) => {
    const events: string[] = [];
    const stop = await database.listen('live', {
      onNotice: (topic) => events.push(topic),
      onGap: () => undefined,
    });
    await database.pool.query(sql);
    await vi.waitFor(() => expect(events).toEqual(['gallery']), { timeout: 20_000 });
    await stop();
  });

  test('joins two photos as a pair, which ends with either of them', async () => {
    const run = (sql: string) => database.pool.query(sql);
    await run(
      `insert into public.gallery_photos (image_url) values ('/before.webp'), ('/after.webp')`,
    );
    const pair = `update public.gallery_photos set before_id = (
      select id from public.gallery_photos where image_url = '/before.webp'
    ) where image_url = '/after.webp'`;
    expect(await tryOut(database.pool, customer, pair)).toBe(0);
    expect(await tryOut(database.pool, anon, pair)).toBe(refused);
    await ask(database.pool, admin, pair);
    const itself = `update public.gallery_photos set before_id = id where image_url = '/after.webp'`;
    expect(await tryOut(database.pool, admin, itself)).toBe('23514');
    await run(`delete from public.gallery_photos where image_url = '/before.webp'`);
    const { rows } = await run(
      `select before_id from public.gallery_photos where image_url = '/after.webp'`,
    );
    expect(rows).toEqual([{ before_id: null }]);
    await run(`delete from public.gallery_photos where image_url = '/after.webp'`);
  });

  test('accepts a photo without a description', async () => {
    expect(await tryOut(database.pool, admin, describe(''))).toBe(1);
  });

  test('refuses a description of more than 300 characters', async () => {
    expect(await tryOut(database.pool, admin, describe('x'.repeat(300)))).toBe(1);
    expect(await tryOut(database.pool, admin, describe('x'.repeat(301)))).toBe('23514');
  });

  test('refuses a change of a description by others', async () => {
    expect(await tryOut(database.pool, customer, describe('Mine'))).toBe(0);
    expect(await tryOut(database.pool, anon, describe('Mine'))).toBe(refused);
  });

  test.each(['image_url', 'id', 'created_at'])(
    "refuses a change of a photo's %s, even by an administrator",
    async (column) => {
      const update = `update public.gallery_photos set ${column} = ${column}`;
      expect(await tryOut(database.pool, admin, update)).toBe(refused);
    },
  );
});
