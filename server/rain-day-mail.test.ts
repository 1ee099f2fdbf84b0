import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import type { MailMessage } from '../supabase/functions/_shared/mail/mail-message.ts';
import { anon, signUp, type Person } from '../supabase/tests/cast.ts';
import { callAs, daysAfter, letOffersExpire, markRain, tokenTo } from '../supabase/tests/rain.ts';
import type { Database } from './backend/database/database.ts';
import { customerInfo, paidBooking } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase("a rain day's email delayed by the mail server", (open) => {
  let database: Database;
  let host: FunctionHost;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  let stories = 0;
  let bookingId: string;
  let bookingDate: string;
  let token: string;
  beforeEach(async () => {
    stories += 1;
    bookingDate = daysAfter(host.freeMorning().bookingDate, stories * 4);
    const email = `rain${stories}@example.com`;
    const info = { ...customerInfo, email };
    ({ bookingId } = await paidBooking(host, { bookingDate, customerInfo: info }));
    await database.pool.query('delete from public.mail_outbox');
    const times = [1, 2, 3].map((days) => ({ date: daysAfter(bookingDate, days), time: '09:00' }));
    await markRain(database.pool, boss, bookingDate, { [bookingId]: times });
    token = await tokenTo(database.pool, email);
  });

  const deliver = async () => {
    const sent: MailMessage[] = [];
    const transport = { send: (mail: MailMessage) => Promise.resolve(void sent.push(mail)) };
    await deliverMail({ ...host.deps, transport });
    const { rows } = await database.pool.query<{ status: string }>(
      `select status from public.mail_outbox where booking_id = $1 and template_type = 'rain_day'`,
      [bookingId],
    );
    return {
      sent: sent.map(({ subject }) => subject),
      html: sent[0]?.html ?? '',
      states: rows.map(({ status }) => status),
    };
  };

  it('is sent while its times are held', async () => {
    const { sent, states } = await deliver();
    expect(sent).toEqual([expect.stringMatching(/^Rain on /)]);
    expect(states).toEqual(['sent']);
  });

  it('links each of its times', async () => {
    const { html } = await deliver();
    const linked = [...html.matchAll(/href="([^"]*choice=[^"]*)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&')),
    );
    expect(linked.map(({ searchParams }) => searchParams.get('choice'))).toEqual(
      [1, 2, 3].map((days) => `${daysAfter(bookingDate, days)}T09:00`),
    );
    for (const { pathname, searchParams } of linked) {
      expect([pathname, searchParams.get('token')]).toEqual(['/rain', token]);
    }
  });

  it('says when each of its times ends', async () => {
    const { html } = await deliver();
    expect(html.match(/at 9:00 AM, until about \d+:\d\d [AP]M<\/a>/g)).toHaveLength(3);
  });

  it('is sent without a reminder of the cancelled visit', async () => {
    await database.pool.query(
      `select public.enqueue_mail($1, 'booking_reminder', 'ada@example.com', $2, '{}')`,
      [`booking_reminder:${bookingId}:${bookingDate}`, bookingId],
    );
    expect((await deliver()).sent).toEqual([expect.stringMatching(/^Rain on /)]);
  });

  it('is not sent after its times expired', async () => {
    await letOffersExpire(database.pool);
    expect(await deliver()).toMatchObject({ sent: [], states: ['dropped'] });
  });

  it('is not sent once it is answered', async () => {
    await callAs(database.pool, anon, 'decline_rain_times', token);
    expect(await deliver()).toMatchObject({ sent: [], states: ['dropped'] });
  });
});
