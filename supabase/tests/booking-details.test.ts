import { randomUUID } from 'node:crypto';
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

  test('are visible to a guest with the id and the email address, also in capitals and with spaces [S7.45]', async () => {
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

  test('tell the tips of later payments, which no total has', async () => {
    const boss = await signUp(database.pool, 'boss@details.example', { admin: true });
    const email = 'tip@details.example';
    const id = await book(database.pool, { customer_email: email });
    await callAs(
      database.pool,
      boss.person,
      'record_payment',
      id,
      'cash',
      3000,
      1000,
      randomUUID(),
    );
    expect(await detailsFor(anon, [id], email)).toMatchObject([
      { total_cents: 11999, later_tip_cents: 1000, paid_cents: 5000, due_on_site_cents: 7999 },
    ]);
  });

  test('are hidden with an id alone, another email address, or an empty one', async () => {
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

  test('are hidden with an email address and a list of ids', async () => {
    const email = 'list@details.example';
    const ids = [
      await book(database.pool, { customer_email: email }),
      await book(database.pool, { customer_email: email }),
    ];
    expect(await detailsFor(anon, ids, email)).toEqual([]);
  });

  test('an id alone shows no address, amount, phone number or email address', async () => {
    const id = await book(database.pool);
    for (const column of ['customer_email', 'customer_phone', 'address', 'total_cents']) {
      await expect(
        ask(database.pool, holderOf(id), `select ${column} from public.bookings`),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('are visible to the account that booked, for its own bookings only', async () => {
    const { id: user, person } = await signUp(database.pool, 'own@details.example');
    const own = await book(database.pool, { user_id: user });
    const other = await book(database.pool);
    const found = await detailsFor(person, [own, other]);
    expect(found.map(({ booking_id }) => booking_id)).toEqual([own]);
  });

  test('have the amount due and the expiry while a booking is held', async () => {
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

  test('have nothing due for a cancelled booking', async () => {
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

  const changed = {
    gate_access: 'Code 12#',
    has_water: 'No',
    has_power: '',
    customer_notes: 'Two lines\nof notes',
  };
  const changeMore = (who: Person, id: string, email: string | null, more: object = changed) =>
    callAs<Record<string, string>>(
      database.pool,
      who,
      'save_booking_more',
      id,
      JSON.stringify(more),
      email,
    );

  test('the optional ones can be changed and removed with the email address, and the history says so', async () => {
    const id = await book(database.pool, { customer_email: 'more@details.example' });
    expect(await changeMore(anon, id, ' More@Details.example')).toEqual(changed);
    const emptied = { gate_access: '', has_water: '', has_power: '', customer_notes: '' };
    expect(await changeMore(anon, id, 'more@details.example', {})).toEqual(emptied);
    const { rows } = await database.pool.query(
      `select actor_label, "is" from public.booking_changes
       where booking_id = $1 and action = 'changed' order by id`,
      [id],
    );
    expect(rows).toMatchObject([
      { actor_label: 'Guest', is: { gate_access: 'Code 12#' } },
      { actor_label: 'Guest', is: { gate_access: '' } },
    ]);
  });

  test('the optional ones can be changed by the account that booked, and nobody else', async () => {
    const { id: user, person } = await signUp(database.pool, 'more-own@details.example');
    const own = await book(database.pool, { user_id: user });
    const other = await book(database.pool, { customer_email: 'else@details.example' });
    expect(await changeMore(person, own, null)).toEqual(changed);
    for (const [who, id, email] of [
      [person, other, null],
      [anon, other, 'more-own@details.example'],
      [anon, other, ''],
      [holderOf(other), other, null],
    ] as const) {
      await expect(changeMore(who, id, email)).rejects.toMatchObject({
        message: 'booking_not_found',
      });
    }
  });

  test('the optional ones stay once the visit has begun or is cancelled, and have a length', async () => {
    const email = 'more-late@details.example';
    const id = await book(database.pool, { customer_email: email });
    await expect(
      changeMore(anon, id, email, { customer_notes: 'x'.repeat(1001) }),
    ).rejects.toMatchObject({ message: 'more_invalid' });
    await database.pool.query('update public.bookings set done_at = now() where id = $1', [id]);
    await expect(changeMore(anon, id, email)).rejects.toMatchObject({ message: 'booking_past' });
    const gone = await book(database.pool, { customer_email: email });
    await database.pool.query('select private.cancel($1)', [gone]);
    await expect(changeMore(anon, gone, email)).rejects.toMatchObject({
      message: 'booking_cancelled',
    });
  });
});
