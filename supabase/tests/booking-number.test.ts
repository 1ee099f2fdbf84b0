import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingNumber } from '../../domain/booking/booking-number.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { anon, signUp } from './cast.ts';
import { callAs } from './rain.ts';

describeEachDatabase('The number of a booking', (open) => {
  let database: Database;
  let id: string;
  let email: string;
  beforeAll(async () => {
    database = await open();
    id = await book(database.pool);
    const { rows } = await database.pool.query<{ customer_email: string }>(
      'select customer_email from public.bookings where id = $1',
      [id],
    );
    email = rows[0]?.customer_email ?? '';
  });
  afterAll(() => database.close());

  const found = (number: string | null, of: string | null) =>
    callAs<string | null>(database.pool, anon, 'booking_of_number', number, of);

  test('opens the booking with its email address, in any spelling', async () => {
    const number = bookingNumber(id);
    for (const typed of [number, number.toLowerCase(), ` ${number.replace('-', ' ')} `]) {
      expect(await found(typed, ` ${email.toUpperCase()} `)).toBe(id);
    }
  });

  test('opens nothing without the email address of the booking', async () => {
    const number = bookingNumber(id);
    for (const of of [null, '', ' ', '%', 'other@example.com']) {
      expect(await found(number, of)).toBeNull();
    }
    const { person } = await signUp(database.pool, 'other@example.com');
    expect(
      await callAs(database.pool, person, 'booking_of_number', number, 'other@example.com'),
    ).toBeNull();
  });

  test.each([null, '', '7KQ4-M2XB', '7KQ4', '%%%%-%%%%', "'; select 1"])(
    'finds no booking for "%s"',
    async (typed) => expect(await found(typed, email)).toBeNull(),
  );
});
