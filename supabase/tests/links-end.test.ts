import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, nextDay } from './bookings.ts';
import { anon, ask, service, signUp, type Person } from './cast.ts';
import { callAs, daysAfter, markRain } from './rain.ts';

type Sent = { id: string; data: Record<string, unknown>; status: string; to_email: string };

const secret = /token=|\/visit\/[\w-]{22}|[0-9a-f]{64}/;

describeEachDatabase('Links in emails', (open) => {
  let database: Database;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    boss = (await signUp(database.pool, 'boss@links.example', { admin: true })).person;
  });
  afterAll(() => database.close());

  let stories = 0;
  const aBooking = async () => {
    stories += 1;
    const email = `links${stories}@links.example`;
    const day = daysAfter(nextDay(), 20 + stories * 7);
    return {
      email,
      day,
      id: await book(database.pool, { customer_email: email, booking_date: day }),
    };
  };
  const mailsTo = async (email: string, type: string) =>
    (
      await database.pool.query<Sent>(
        `select id, data, status, to_email from public.mail_outbox
         where to_email = $1 and template_type = $2 order by created_at`,
        [email, type],
      )
    ).rows;
  const queue = (email: string, id: string, type: string, data: string) =>
    database.pool.query(
      `select public.enqueue_mail($1, $2, $3, $4, ${data}) from public.bookings as booking where id = $4`,
      [`${type}:${id}`, type, email, id],
    );
  const end = (how: string, email: string) =>
    database.pool.query(
      {
        sent: `select public.finish_mail(id) from public.mail_outbox where to_email = $1`,
        refused: `select public.refuse_mail(id, 'no such user') from public.mail_outbox where to_email = $1`,
        dropped: `select public.drop_mail(id) from public.mail_outbox where to_email = $1`,
      }[how] ?? '',
      [email],
    );
  const rainLink = async (day: string, id: string) => {
    await markRain(database.pool, boss, day, {
      [id]: [{ date: daysAfter(day, 1), time: '09:00' }],
    });
  };
  test.each([
    ['sent', 'SM1', 'Track it: https://x.example/visit/…'],
    ['sent', null, 'Track it: https://x.example/visit/0123456789abcdefghij_-'],
    ['failed', null, 'Track it: https://x.example/visit/…'],
  ])(
    'leave a text that is %s, its words once a service has them (%s)',
    async (status, service, body) => {
      const path = '/visit/0123456789abcdefghij_-';
      const { rows } = await database.pool.query<{ body: string; data: object }>(
        `with queued as (
         insert into public.text_outbox (key, kind, phone, body, data, status, provider_id)
         values (gen_random_uuid()::text, 'on_my_way', '+14165550142', $1, $2, $3, $4)
         returning body, data, id
       ) select body, data from queued`,
        [
          `Track it: https://x.example${path}`,
          JSON.stringify({ visit: { path, left_at: 'now' } }),
          status,
          service,
        ],
      );
      expect(rows).toEqual([{ body, data: { visit: { left_at: 'now' } } }]);
      await database.pool.query('delete from public.text_outbox');
    },
  );

  const tokenIn = (mail: Sent | undefined, place: 'offer' | 'pay') =>
    (mail?.data[place] as { path?: string } | undefined)?.path?.split('token=')[1] ?? '';
  const correct = (id: string, from: string, to: string) =>
    callAs(
      database.pool,
      boss,
      'correct_booking',
      id,
      JSON.stringify({ customer_email: from }),
      JSON.stringify({ customer_email: to }),
    );

  describe.each(['sent', 'refused', 'dropped'])('of an email that was %s', (how) => {
    test('leave its row, and so do codes', async () => {
      const { email, day, id } = await aBooking();
      await rainLink(day, id);
      await callAs(database.pool, boss, 'send_payment_link', (await aBookingOf(email)).id);
      await queue(email, id, 'booking_reminder', 'private.visit_link_data(booking)');
      await queue(
        email,
        id,
        'review_request',
        `jsonb_build_object('unsubscribe_token', private.unsubscribe_token(booking.customer_email))`,
      );
      await queue(
        email,
        id,
        'work_photos',
        `jsonb_build_object('photo_token', private.photo_token(booking.id))`,
      );
      await database.pool.query(
        `select public.enqueue_mail($1, 'magic_link', $2, null, '{"confirmation_url": "https://x.example/?token=1", "token": "123456"}')`,
        [`magic:${email}`, email],
      );
      await end(how, email);
      const { rows } = await database.pool.query<{ data: object; template_type: string }>(
        `select template_type, data - 'link_hash' as data from public.mail_outbox where to_email = $1`,
        [email],
      );
      expect(rows.length).toBeGreaterThanOrEqual(6);
      expect(rows.filter(({ data }) => secret.test(JSON.stringify(data)))).toEqual([]);
      expect(JSON.stringify(rows)).not.toContain('123456');
    });
  });

  const aBookingOf = async (email: string) => {
    stories += 1;
    const day = daysAfter(nextDay(), 20 + stories * 7);
    return { day, id: await book(database.pool, { customer_email: email, booking_date: day }) };
  };

  test('are new ones in a resent email, and work', async () => {
    const { email, day, id } = await aBooking();
    await rainLink(day, id);
    await end('sent', email);
    const [first] = await mailsTo(email, 'rain_day');
    await callAs(database.pool, boss, 'resend_mail', first?.id);
    const again = (await mailsTo(email, 'rain_day')).at(-1);
    expect(await callAs(database.pool, anon, 'rain_offer', tokenIn(again, 'offer'))).toMatchObject({
      state: 'asked',
    });

    const paid = await aBooking();
    await callAs(database.pool, boss, 'send_payment_link', paid.id);
    const [queued] = await mailsTo(paid.email, 'payment_link');
    await end('sent', paid.email);
    await callAs(database.pool, boss, 'resend_mail', queued?.id);
    const resent = (await mailsTo(paid.email, 'payment_link')).at(-1);
    for (const mail of [queued, resent]) {
      expect(tokenIn(mail, 'pay')).not.toBe('');
      expect(
        await callAs(database.pool, service, 'balance_of_link', tokenIn(mail, 'pay')),
      ).toMatchObject({ state: 'due' });
    }
  });

  test('unsubscribe by a token that the database does not keep', async () => {
    const email = `choice@links.example`;
    const { rows } = await database.pool.query<{ token: string }>(
      'select private.unsubscribe_token($1) as token',
      [email],
    );
    const choose = async (token = '') =>
      (await database.pool.query<{ it: unknown }>('select public.choose_mail($1) as it', [token]))
        .rows[0];
    expect(await choose(rows[0]?.token)).toMatchObject({ it: { is_subscribed: true } });
    expect(await choose('another')).toEqual({ it: null });
  });

  describe('of a booking whose address is corrected', () => {
    test('end: visit, photos, payment and rain day', async () => {
      const { email, day, id } = await aBooking();
      const now = `former-${email}`;
      await callAs(database.pool, boss, 'send_payment_link', id);
      await queue(email, id, 'booking_reminder', 'private.visit_link_data(booking)');
      await queue(
        email,
        id,
        'work_photos',
        `jsonb_build_object('photo_token', private.photo_token(booking.id))`,
      );
      const [pay] = await mailsTo(email, 'payment_link');
      const [visit] = await mailsTo(email, 'booking_reminder');
      const [photos] = await mailsTo(email, 'work_photos');
      await rainLink(day, id);
      const [rain] = await mailsTo(email, 'rain_day');
      const visitToken = (visit?.data['visit'] as { path?: string } | undefined)?.path?.split(
        '/',
      )[2];
      await end('sent', email);
      const works = async () => ({
        pay:
          (await callAs(database.pool, service, 'balance_of_link', tokenIn(pay, 'pay'))) !== null,
        visit: (await callAs(database.pool, anon, 'visit_status', visitToken)) !== null,
        photos:
          (
            await database.pool.query(
              'select from private.booking_of_photo_link($1) as id where id is not null',
              [photos?.data['photo_token']],
            )
          ).rowCount === 1,
        rain: await callAs(database.pool, anon, 'rain_offer', tokenIn(rain, 'offer')).then(
          () => true,
          () => false,
        ),
      });
      expect(await works()).toEqual({ pay: true, visit: true, photos: true, rain: true });
      await correct(id, email, now);
      expect(await works()).toEqual({ pay: false, visit: false, photos: false, rain: false });
      const asked = (await mailsTo(now, 'rain_day')).at(-1);
      expect(
        await callAs(database.pool, anon, 'rain_offer', tokenIn(asked, 'offer')),
      ).toMatchObject({ state: 'asked' });
    });

    test('work in its queued emails, which go to the new address', async () => {
      const { email, day, id } = await aBooking();
      await rainLink(day, id);
      const [before] = await mailsTo(email, 'rain_day');
      await correct(id, email, `new-${email}`);
      const [queued] = await mailsTo(`new-${email}`, 'rain_day');
      expect(tokenIn(queued, 'offer')).not.toBe(tokenIn(before, 'offer'));
      expect(
        await callAs(database.pool, anon, 'rain_offer', tokenIn(queued, 'offer')),
      ).toMatchObject({ state: 'asked' });
    });

    test('are not resent to the former one', async () => {
      const { email, id } = await aBooking();
      await queue(email, id, 'booking_reminder', 'private.visit_link_data(booking)');
      await database.pool.query(
        'update public.bookings set booking_date = private.local_today() + 1 where id = $1',
        [id],
      );
      await end('sent', email);
      const [reminder] = await mailsTo(email, 'booking_reminder');
      await correct(id, email, `new-${email}`);
      await callAs(database.pool, boss, 'resend_mail', reminder?.id);
      expect(await mailsTo(email, 'booking_reminder')).toHaveLength(1);
      expect(await mailsTo(`new-${email}`, 'booking_reminder')).toHaveLength(1);
    });

    test('and the account that took the booking by the former address no longer reads it', async () => {
      const { email, id } = await aBooking();
      const stranger = await signUp(database.pool, email);
      await ask(
        database.pool,
        stranger.person,
        `update public.bookings set user_id = auth.uid() where id = $1`,
        [id],
      );
      await correct(id, email, `new-${email}`);
      const { rows } = await ask(
        database.pool,
        stranger.person,
        'select id from public.bookings where id = $1',
        [id],
      );
      expect(rows).toEqual([]);
    });
  });
});
