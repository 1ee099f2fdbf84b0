import { afterAll, beforeAll, expect, test } from 'vitest';
import { book } from '../../supabase/tests/bookings.ts';
import type { Database } from '../backend/database/database.ts';
import { openCopy } from '../testing/databases.ts';
import { recountFigures } from './recount-figures.ts';

let database: Database;
beforeAll(async () => {
  database = await openCopy();
});
afterAll(() => database.close());

const figures = async () => {
  const { rows } = await database.pool.query(
    `select sum(amount_cents)::integer as cents, public.review_rating() as rating from private.money_moves`,
  );
  return rows[0] as unknown;
};

test('recounting writes the figures that were changed with triggers off', async () => {
  await book(database.pool);
  await database.pool.query(
    `insert into public.reviews (customer_name, rating, is_approved) values ('Ada', 4, true), ('Bo', 5, true)`,
  );
  const right = { cents: 2000, rating: { count: 2, average: 4.5 } };
  expect(await figures()).toEqual(right);

  await database.pool.query('delete from private.money_moves');
  await database.pool.query('update private.review_totals set approved = 9');
  expect(await figures()).not.toEqual(right);

  await recountFigures(database);
  expect(await figures()).toEqual(right);
});
