import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingNumber } from '../../domain/booking/booking-number.ts';
import type { FoundEverything } from '../contracts/search.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

describeEachDatabase('The search over everything', (open) => {
  let database: Database;
  let owner: Person;
  let booking: string;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    booking = await book(database.pool, {
      customer_email: 'wanda@example.com',
      customer_name: 'Wanda Frost',
      customer_phone: '+19055550444',
    });
    await database.pool.query(
      `insert into public.inquiries (name, email, subject, message)
       values ('Wanda Frost', 'wanda@example.com', 'A scratch 100% gone?', 'Hello')`,
    );
    await database.pool.query(
      `update public.payments set stripe_payment_intent_id = 'pi_searched' where booking_id = $1`,
      [booking],
    );
  });
  afterAll(() => database.close());

  const search = async (term: string) => {
    const { rows } = await ask(
      database.pool,
      owner,
      'select public.search_everything($1) as found',
      [term],
    );
    return (rows[0] as { found: FoundEverything }).found;
  };

  test.each([
    'frost',
    'WANDA fro',
    '905 555-0444',
    'wanda@example',
    '\u202D(905) 555\u20110444\u202C',
    '\u200E+1\u00A0905\u202F555–0444',
    'tel:+1-905-555-0444',
    'mailto:wanda@example.com',
    'ｆｒｏｓｔ',
    '\uFEFFfro\u200Bst',
  ])('finds a customer, their booking and its payment by "%s"', async (term) => {
    const found = await search(term);
    expect(found.customers).toEqual([
      { email: 'wanda@example.com', name: 'Wanda Frost', phone: '+19055550444' },
    ]);
    expect(found.bookings.map(({ id }) => id)).toEqual([booking]);
    expect(found.payments.map((payment) => payment.booking_id)).toEqual([booking]);
  });

  test('finds an inquiry by its subject, and takes a percent sign as a letter', async () => {
    expect((await search('scratch')).inquiries).toMatchObject([
      { subject: 'A scratch 100% gone?' },
    ]);
    expect((await search('100%')).inquiries).toHaveLength(1);
    expect((await search('10%')).inquiries).toEqual([]);
  });

  test('finds a payment by its amount and by its number at the payment provider', async () => {
    const [payment] = (await search('frost')).payments;
    const amount = ((payment?.amount_cents ?? 0) / 100).toFixed(2);
    for (const term of [
      amount,
      `$${amount}`,
      `\u00A0${amount.replace('.', ',')}\u00A0$`,
      'pi_searched\u200B',
    ]) {
      expect((await search(term)).payments).toEqual([payment]);
    }
  });

  test('finds a booking and its payment by its number, in any spelling', async () => {
    const number = bookingNumber(booking);
    const { rows } = await database.pool.query('select private.booking_number($1) as number', [
      booking,
    ]);
    expect(rows).toEqual([{ number }]);
    for (const term of [number, number.replace('-', ' ').toLowerCase(), number.replace('-', '')]) {
      const found = await search(term);
      expect(found.bookings.map(({ id }) => id)).toEqual([booking]);
      expect(found.payments.map((payment) => payment.booking_id)).toEqual([booking]);
    }
    const listed = await ask(database.pool, owner, 'select public.find_bookings($1) as found', [
      number,
    ]);
    expect(listed.rows).toMatchObject([{ found: { bookings: [{ id: booking }] } }]);
  });

  test('writes every number as the screens do', async () => {
    const { rows } = await database.pool.query<{ id: string; number: string }>(
      'select id, private.booking_number(id) as number from (select private.new_booking_id() as id from generate_series(1, 200)) as drawn',
    );
    for (const { id, number } of rows) expect(number).toBe(bookingNumber(id));
  });

  test.each(['', ' ', 'w', '%%', 'nobody at all'])('finds nothing for "%s"', async (term) => {
    expect(await search(term)).toEqual({
      customers: [],
      phone_customers: [],
      bookings: [],
      inquiries: [],
      payments: [],
    });
  });
});
