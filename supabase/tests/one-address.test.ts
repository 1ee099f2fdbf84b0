import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { checkEmail } from '../../domain/contact/field-checks.ts';
import { book, nextDay, wanted } from './bookings.ts';
import { anon, ask, service, signUp, type Person } from './cast.ts';
import { callAs } from './rain.ts';

const wrong = [
  'ada@one.example\nBcc: eve@one.example',
  'ada@one.example\r\nSubject: Hello',
  'ada@one.example\u2028Bcc: eve@one.example',
  'ada@one.example\u0085Bcc: eve@one.example',
  'ada@one.example, eve@one.example',
  '"Ada" <ada@one.example>',
  'ada eve@one.example',
  'ada\u200B@one.example',
];
const right = ['ada@one.example', "o'brien+wax@sub.one.example", 'änne@one.example'];

describeEachDatabase('An email address from a request', { both: 'values' }, (open) => {
  let database: Database;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    boss = (await signUp(database.pool, 'boss@one.example', { admin: true })).person;
  });
  afterAll(() => database.close());

  const doors: Record<string, (email: string) => Promise<unknown>> = {
    inquiry: (email) =>
      ask(
        database.pool,
        anon,
        `insert into public.inquiries (name, email, subject, message) values ('Ada', $1, 'Wax', 'Hello')`,
        [email],
      ),
    booking: (email) => book(database.pool, { customer_email: email }),
    correction: async (email) => {
      const id = await book(database.pool, { customer_email: 'former@one.example' });
      const was = JSON.stringify({ customer_email: 'former@one.example' });
      return callAs(
        database.pool,
        boss,
        'correct_booking',
        id,
        was,
        JSON.stringify({ customer_email: email }),
      );
    },
    'waiting list': (email) =>
      callAs(
        database.pool,
        service,
        'join_waiting_list',
        JSON.stringify({
          day: nextDay(),
          service_id: wanted()['service_id'],
          service_name: 'Wax',
          vehicle_type: 'suv',
          duration_minutes: 60,
          name: 'Ada',
          email,
          phone: '+14165550123',
        }),
      ),
    crew: (email) => callAs(database.pool, boss, 'invite_crew_member', 1, email),
  };

  describe.each(Object.keys(doors))('by %s', (door) => {
    test.each(wrong)('is refused as %j', async (email) => {
      await expect(doors[door]?.(email)).rejects.toThrow(/email_invalid|details_invalid/);
    });
  });

  test.each(right)('is accepted as %s', async (email) => {
    for (const open of Object.values(doors)) await open(email);
  });

  test.each([...wrong, ...right])('is judged as on the screens: %j', async (email) => {
    const { rows } = await database.pool.query('select private.is_one_address($1) as it', [email]);
    expect(rows).toEqual([{ it: checkEmail(email).ok }]);
  });
});
