import { afterAll, beforeAll, expect, test } from 'vitest';
import { startsAt } from '../../domain/time/schedule.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { anon, signUp, type Person } from './cast.ts';
import { callAs, markRain, tokenTo, type RainOffer } from './rain.ts';

const sundays = [
  { day: '2031-03-09', saturday: '2031-03-08', what: 'the clocks go forward' },
  { day: '2031-11-02', saturday: '2031-11-01', what: 'the clocks go back' },
];

describeEachDatabase('The Sunday on which', { both: 'values' }, (open) => {
  let database: Database;
  let owner: Person;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  test.each(sundays)(
    '$what: every start is the same instant in SQL and in the browser',
    async ({ day }) => {
      for (const time of ['00:30', '01:30', '02:30', '03:30', '08:30', '09:00', '15:00', '23:30']) {
        const { rows } = await database.pool.query<{ at: Date }>(
          'select private.instant_of($1, $2) as at',
          [day, time],
        );
        expect(new Date(rows[0]?.at ?? 0).toISOString(), time).toBe(
          new Date(startsAt(day, time)).toISOString(),
        );
      }
    },
  );

  test.each(sundays)(
    '$what: the calendar and the money use the local day',
    async ({ day, saturday }) => {
      const id = await book(database.pool, { booking_date: day, booking_time: '09:00' });
      const { bookings } = await callAs<{ bookings: { id: string; booking_time: string }[] }>(
        database.pool,
        owner,
        'calendar_range',
        day,
        day,
      );
      expect(bookings).toMatchObject([{ id, booking_time: '09:00' }]);
      let received = 0;
      // Its first and last minute belong to it, whatever its number of hours.
      for (const time of ['00:00', '23:59']) {
        await database.pool.query(
          `insert into public.payments (booking_id, method, amount_cents, status, settled_at)
           values ($1, 'cash', 1000, 'succeeded', private.instant_of($2, $3))`,
          [id, day, time],
        );
        const { days } = await callAs<{ days: { day: string; received_cents: number }[] }>(
          database.pool,
          owner,
          'money_report',
          saturday,
          day,
        );
        received += 1000;
        expect(days, time).toMatchObject([{ day, received_cents: received }]);
      }
    },
  );

  test.each(sundays)(
    '$what: a rain day covers the whole day and offers local times',
    async ({ day, saturday }) => {
      const email = `rain-${day}@example.com`;
      const id = await book(database.pool, {
        booking_date: saturday,
        booking_time: '09:00',
        customer_email: email,
      });
      const times = [{ date: day, time: '12:00' }];
      await markRain(database.pool, owner, saturday, { [id]: times });
      const token = await tokenTo(database.pool, email);
      const offer = await callAs<RainOffer>(database.pool, anon, 'rain_offer', token);
      expect(offer.times).toMatchObject(times);
      const { rows } = await database.pool.query(
        `select to_char(lower(during) at time zone 'America/Toronto', 'YYYY-MM-DD HH24:MI') as start,
         to_char(upper(during) at time zone 'America/Toronto', 'YYYY-MM-DD HH24:MI') as "end"
       from public.slot_claims where reason = 'Rain' and local_date = $1`,
        [saturday],
      );
      expect(rows).toEqual([{ start: `${saturday} 00:00`, end: `${day} 00:00` }]);
    },
  );
});
