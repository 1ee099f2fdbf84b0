import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, mailsOf, nextDay } from './bookings.ts';
import { anon, signUp, type Person } from './cast.ts';
import { callAs, daysAfter, letOffersExpire, markRain, tokenTo, type RainOffer } from './rain.ts';

describeEachDatabase('An email that the owner resends', (open) => {
  let database: Database;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const sendAgain = async (bookingId: string, template: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from public.mail_outbox
       where booking_id = $1 and template_type = $2 and not starts_with(key, 'again:')
       order by created_at limit 1`,
      [bookingId, template],
    );
    return callAs<{ outcome: string }>(database.pool, boss, 'resend_mail', rows[0]?.id);
  };
  const countOf = async (bookingId: string, template: string) =>
    (await mailsOf(database.pool, bookingId)).filter((mail) => mail.template_type === template)
      .length;

  describe('as a reminder', () => {
    const inDays = async (days: number) => {
      const { rows } = await database.pool.query<{ day: string }>(
        'select (private.local_today() + $1::integer)::text as day',
        [days],
      );
      return rows[0]?.day ?? '';
    };
    /** A booking on that day whose customer got the reminder. */
    const reminded = async (day: string) => {
      const id = await book(database.pool, { booking_date: day });
      const key = `booking_reminder:${id}:${day}`;
      const to = ['booking_reminder', 'ada@example.com', id, '{}'];
      await call(database.pool, 'enqueue_mail', key, ...to);
      return id;
    };
    const moveTo = (id: string, day: string) =>
      database.pool.query(
        `update public.bookings set booking_date = '${day}', booking_time = '15:00' where id = '${id}'`,
      );

    test('is sent while the visit is tomorrow, also after a move', async () => {
      const id = await reminded(nextDay());
      await moveTo(id, await inDays(1));
      expect(await sendAgain(id, 'booking_reminder')).toMatchObject({ outcome: 'queued' });
    });

    test.each([100, 2])('is refused for a visit in %d days', async (days) => {
      const id = await reminded(await inDays(days === 2 ? 3 : 1));
      await moveTo(id, await inDays(days));
      await expect(sendAgain(id, 'booking_reminder')).rejects.toThrow('visit_not_tomorrow');
      expect(await countOf(id, 'booking_reminder')).toBe(1);
    });

    test('is refused for a visit today', async () => {
      const id = await reminded(nextDay());
      await database.pool.query(
        `alter table public.bookings disable trigger user;
         update public.bookings set booking_date = '${await inDays(0)}' where id = '${id}';
         alter table public.bookings enable trigger user;`,
      );
      await expect(sendAgain(id, 'booking_reminder')).rejects.toThrow('visit_not_tomorrow');
    });
  });

  describe('as the question of a rain day', () => {
    let stories = 0;
    async function visitOnRainDay() {
      stories += 1;
      const day = daysAfter(nextDay(), 30 + stories * 7);
      const email = `again${stories}@example.com`;
      const id = await book(database.pool, { booking_date: day, customer_email: email });
      const times = [1, 2, 3].map((days) => ({ date: daysAfter(day, days), time: '09:00' }));
      const rainDayId = await markRain(database.pool, boss, day, { [id]: times });
      return { day, id, rainDayId, token: await tokenTo(database.pool, email) };
    }
    const refused = async (id: string) => {
      await expect(sendAgain(id, 'rain_day')).rejects.toThrow('rain_times_gone');
      expect(await countOf(id, 'rain_day')).toBe(1);
    };

    test('is sent while it is open and its times are held', async () => {
      const { id } = await visitOnRainDay();
      expect(await sendAgain(id, 'rain_day')).toMatchObject({ outcome: 'queued' });
    });

    test('is refused once a new day was chosen', async () => {
      const { id, token } = await visitOnRainDay();
      const { times } = await callAs<RainOffer>(database.pool, anon, 'rain_offer', token);
      await callAs(database.pool, anon, 'choose_rain_time', token, times[0]?.id);
      await refused(id);
    });

    test('is refused after "none of them"', async () => {
      const { id, token } = await visitOnRainDay();
      await callAs(database.pool, anon, 'decline_rain_times', token);
      await refused(id);
    });

    test('is refused once the times expired', async () => {
      const { id } = await visitOnRainDay();
      await letOffersExpire(database.pool);
      await refused(id);
    });

    test('is refused once new times were sent with their own link', async () => {
      const { day, id, rainDayId } = await visitOnRainDay();
      const others = JSON.stringify([{ date: daysAfter(day, 4), time: '09:00' }]);
      await callAs(database.pool, boss, 'send_rain_times', rainDayId, id, others);
      await expect(sendAgain(id, 'rain_day')).rejects.toThrow('rain_times_gone');
      expect(await countOf(id, 'rain_day')).toBe(2);
    });
  });
});
