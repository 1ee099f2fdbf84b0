import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, hold, nextDay, wanted } from './bookings.ts';
import { ask, service, signUp, tryOut, type Person } from './cast.ts';

describeEachDatabase('The deposit of a moved booking', (open) => {
  let database: Database;
  let customer: { id: string; person: Person };
  let administrator: { id: string; person: Person };

  beforeAll(async () => {
    database = await open();
    customer = await signUp(database.pool, 'late@example.com');
    administrator = await signUp(database.pool, 'owner@example.com', { admin: true });
  });
  afterAll(() => database.close());

  const move = (id: string, who = customer.person) =>
    ask(
      database.pool,
      who,
      `update public.bookings set booking_date = $2, booking_time = '10:30' where id = $1`,
      [id, nextDay()],
    );

  /** Long enough that free cancellation has ended for every booking of this test. */
  const bookLate = () =>
    book(database.pool, { user_id: customer.id, free_cancellation_hours: 720 });

  const keptSince = async (id: string) => {
    const { rows } = await database.pool.query<{ since: string | null }>(
      'select deposit_kept_since as since from public.bookings where id = $1',
      [id],
    );
    return rows[0]?.since ?? null;
  };

  test('stays refundable after a move in good time', async () => {
    const id = await book(database.pool, { user_id: customer.id });
    await move(id);
    expect(await keptSince(id)).toBeNull();
  });

  test('is kept from a late move on, and a later move changes nothing', async () => {
    const id = await bookLate();
    await move(id);
    const since = await keptSince(id);
    expect(since).not.toBeNull();
    await database.pool.query(
      'update public.bookings set free_cancellation_hours = 0 where id = $1',
      [id],
    );
    await move(id);
    expect(await keptSince(id)).toEqual(since);
  });

  test('goes by the plain hours again once the customer moves what the business had moved', async () => {
    const id = await book(database.pool, { user_id: customer.id });
    await database.pool.query(
      "update public.bookings set cancellation_free_until = now() + interval '1 minute', free_cancellation_hours = 720 where id = $1",
      [id],
    );
    await move(id);
    // In time, by what was promised.
    expect(await keptSince(id)).toBeNull();
    const { rows } = await database.pool.query(
      'select cancellation_free_until as until from public.bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ until: null }]);
  });

  test('is unaffected when the business moves the booking', async () => {
    const byService = await bookLate();
    await move(byService, service);
    expect(await keptSince(byService)).toBeNull();
    const byAdministrator = await bookLate();
    expect((await move(byAdministrator, administrator.person)).rowCount).toBe(1);
    expect(await keptSince(byAdministrator)).toBeNull();
  });

  test('is unaffected before the booking is paid', async () => {
    const booking = wanted({ user_id: customer.id, free_cancellation_hours: 720 });
    const { booking_id: id } = await hold(database.pool, booking);
    await move(id);
    expect(await keptSince(id)).toBeNull();
  });

  test('cannot be released by the customer', async () => {
    const id = await bookLate();
    await move(id);
    const statement = `update public.bookings set deposit_kept_since = null where id = '${id}'`;
    expect(await tryOut(database.pool, customer.person, statement)).toBe('42501');
  });
});
