import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { addedByCustomer, book, hold, wanted } from './bookings.ts';
import { anon, ask, holderOf, signUp, type Person } from './cast.ts';
import { callAs } from './rain.ts';

type Details = Record<string, unknown>;

describeEachDatabase('The details of a booking', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const detailsFor = (who: Person, ids: string[], ...email: (string | null)[]) =>
    callAs<Details[]>(database.pool, who, 'booking_details', ids, ...email);

  test('open to a guest with the id and the email address, in capitals and with spaces as well [S7.45]', async () => {
    const id = await book(database.pool, { customer_email: 'guest@details.example' });
    expect(await detailsFor(anon, [id], ' Guest@Details.example ')).toEqual([
      expect.objectContaining({
        booking_id: id,
        address: '1 Main Street',
        postal_code: 'L7C 1A1',
        more: addedByCustomer,
        total_cents: 11999,
        paid_cents: 2000,
        refunded_cents: 0,
        due_now_cents: 0,
        due_on_site_cents: 9999,
        hold_expires_at: null,
      }),
    ]);
  });

  test('stay shut for an id alone, for another email address, and for an empty one', async () => {
    const id = await book(database.pool, { customer_email: 'shut@details.example' });
    const phoned = await book(database.pool, {});
    await database.pool.query(
      `update public.bookings set customer_email = null, source = 'phone' where id = $1`,
      [phoned],
    );
    expect(await detailsFor(holderOf(id), [id])).toEqual([]);
    expect(await detailsFor(anon, [id], null)).toEqual([]);
    expect(await detailsFor(anon, [id], 'other@details.example')).toEqual([]);
    expect(await detailsFor(anon, [phoned], '')).toEqual([]);
  });

  test('stay shut for an email address with a list of ids', async () => {
    const email = 'list@details.example';
    const ids = [
      await book(database.pool, { customer_email: email }),
      await book(database.pool, { customer_email: email }),
    ];
    expect(await detailsFor(anon, ids, email)).toEqual([]);
  });

  test('are not in what an id alone reads: no address, money, phone number or email address', async () => {
    const id = await book(database.pool);
    for (const column of ['customer_email', 'customer_phone', 'address', 'total_cents']) {
      await expect(
        ask(database.pool, holderOf(id), `select ${column} from public.bookings`),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('open to the account that has booked, for all its bookings and no others', async () => {
    const { id: user, person } = await signUp(database.pool, 'own@details.example');
    const own = await book(database.pool, { user_id: user });
    const other = await book(database.pool);
    const found = await detailsFor(person, [own, other]);
    expect(found.map(({ booking_id }) => booking_id)).toEqual([own]);
  });

  test('say what is due and until when, while a booking is held', async () => {
    const booking = wanted();
    const { booking_id: id } = await hold(database.pool, booking);
    const [details] = await detailsFor(anon, [id], String(booking['customer_email']));
    expect(details).toMatchObject({
      paid_cents: 0,
      due_now_cents: 2000,
      due_on_site_cents: 9999,
      hold_extensions: 0,
    });
    expect(Date.parse(String(details?.['hold_expires_at']))).toBeGreaterThan(Date.now());
  });

  test('say that nothing is due for a cancelled booking', async () => {
    const email = 'cancelled@details.example';
    const id = await book(database.pool, { customer_email: email });
    await database.pool.query(
      `update public.bookings set status = 'cancelled', cancelled_at = now() where id = $1`,
      [id],
    );
    expect(await detailsFor(anon, [id], email)).toMatchObject([
      { paid_cents: 2000, due_now_cents: 0, due_on_site_cents: 0 },
    ]);
  });
});
