import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, lapse, nextDay, stored, wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

describeEachDatabase('The email about what customers did', (open) => {
  let database: Database;
  let customer: { id: string; person: Person };
  let owner: { id: string; person: Person };

  beforeAll(async () => {
    database = await open();
    customer = await signUp(database.pool, 'customer@example.com');
    owner = await signUp(database.pool, 'owner@example.com');
    await database.pool.query('insert into public.admins (user_id) values ($1)', [owner.id]);
  });
  afterAll(() => database.close());

  const newsOf = async (id: string) => {
    const { rows } = await database.pool.query<{
      to_email: string;
      booking_id: null;
      data: object;
    }>(
      `select to_email, booking_id, data from public.mail_outbox
      where template_type = 'booking_news' and data -> 'about' ->> 'booking_id' = $1
      order by created_at, key`,
      [id],
    );
    return rows;
  };

  const titles = async (id: string) =>
    (await newsOf(id)).map(({ data }) => ('news' in data ? data.news : null));

  const move = (id: string, who: Person) =>
    ask(database.pool, who, 'update public.bookings set booking_date = $2 where id = $1', [
      id,
      nextDay(),
    ]);

  const cancel = (id: string, admin: string | null) =>
    call(database.pool, 'release_booking', id, 0, 2000, 'a test', admin);

  test('reaches the info address when a booking is paid', async () => {
    const id = await book(database.pool);
    expect(await newsOf(id)).toEqual([
      {
        to_email: 'info@lustre.example',
        booking_id: null,
        data: { news: 'New booking', about: { booking_id: id } },
      },
    ]);
  });

  test('is not sent for a hold that nobody paid, moved or lapsed', async () => {
    const { booking_id: id } = await hold(database.pool, wanted({ user_id: customer.id }));
    await move(id, customer.person);
    await lapse(database.pool, id);
    await call(database.pool, 'release_booking', id, 0, 0, 'a test', null);
    expect(await titles(id)).toEqual([]);
  });

  test('tells the day before a customer’s move', async () => {
    const id = await book(database.pool, { user_id: customer.id });
    const { booking_date: before } = await stored(database.pool, id);
    await move(id, customer.person);
    expect((await newsOf(id)).at(-1)?.data).toEqual({
      news: 'Booking moved',
      about: { booking_id: id, old_date: before },
    });
  });

  test('tells a customer’s cancellation', async () => {
    const id = await book(database.pool);
    await cancel(id, null);
    expect(await titles(id)).toEqual(['New booking', 'Booking cancelled']);
  });

  test('is not sent for what the owner moves and cancels', async () => {
    const id = await book(database.pool);
    await ask(database.pool, owner.person, 'select public.move_booking($1, $2, $3)', [
      id,
      nextDay(),
      '10:30',
    ]);
    await cancel(id, owner.id);
    expect(await titles(id)).toEqual(['New booking']);
  });

  test('is not sent while it is switched off', async () => {
    await database.pool.query(
      `update public.mail_settings set is_on = false where template_type = 'booking_news'`,
    );
    expect(await titles(await book(database.pool))).toEqual([]);
  });
});
