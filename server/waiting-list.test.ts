import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startsAt } from '../domain/time/schedule.ts';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import {
  MailRefusedError,
  MailServerAwayError,
  type MailMessage,
} from '../supabase/functions/_shared/mail/mail-message.ts';
import { offerFreedTimes } from '../supabase/functions/_shared/offers/offer-freed-times.ts';
import type { Database } from './backend/database/database.ts';
import { bookingRequest, hold, letHoldExpire } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('an offered time', (open) => {
  let database: Database;
  let host: FunctionHost;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  beforeEach(async () => {
    host.state.now = null;
    await database.pool.query('delete from public.waiting_list');
  });
  afterAll(() => database.close());

  /** A day that is full for a service of three hours. */
  async function fullDay() {
    const morning = await hold(host);
    const { date } = morning;
    for (const bookingTime of ['12:00', '15:00'])
      await hold(host, { bookingDate: date, bookingTime });
    return { date, morning };
  }
  const join = (date: string, name: string, serviceId = 'premium-detailing') =>
    host.call('join-waiting-list', {
      serviceId,
      vehicleType: 'suv',
      date,
      name,
      email: `${name}@example.com`,
      phone: '905 555 0142',
    });
  const sweep = () => offerFreedTimes(host.deps);
  /** The customers with an offered time, by their emails: name, token. */
  async function offers(date: string) {
    const { rows } = await database.pool.query<{ name: string; token: string }>(
      `select entry.name, right(mail.data -> 'offer' ->> 'path', 64) as token
       from public.offered_times offer
       join public.waiting_list entry on entry.id = offer.waiting_id
       join public.mail_outbox mail on mail.key = 'waiting_list_offer:' || offer.id
       where entry.day = $1 and offer.closed_at is null order by offer.created_at`,
      [date],
    );
    return rows;
  }
  const names = async (date: string) => (await offers(date)).map(({ name }) => name);
  const passHalfAnHour = () =>
    database.pool.query(`
      with lapsed as (
        update public.offered_times set expires_at = now() - interval '1 second'
        where closed_at is null returning id
      )
      update public.slot_claims set expires_at = now() - interval '1 second'
      where offer_id in (select id from lapsed)`);

  it('goes to the first in line, then to the next, and then to everyone', async () => {
    const { date, morning } = await fullDay();
    expect(await join(date, 'first')).toEqual({ status: 200, body: { joined: true } });
    await join(date, 'second');
    expect(await sweep()).toBe(0);

    await letHoldExpire(host, morning);
    await sweep();
    expect(await names(date)).toEqual(['first']);
    const taken = await host.call('create-booking', bookingRequest(host, { bookingDate: date }));
    expect(taken.status).toBe(409);

    await passHalfAnHour();
    await sweep();
    expect(await names(date)).toEqual(['second']);
    await passHalfAnHour();
    await sweep();
    expect(await names(date)).toEqual([]);
    expect(await hold(host, { bookingDate: date })).toMatchObject({ date });
  });

  describe('while the mail server is unavailable', () => {
    const away = () => Promise.reject(new MailServerAwayError('connect ECONNREFUSED'));
    const refused = () => Promise.reject(new MailRefusedError('550 No such mailbox'));
    const deliver = async (send?: () => Promise<void>) => {
      const sent: MailMessage[] = [];
      await database.pool.query(`delete from public.mail_outbox
        where template_type <> 'waiting_list_offer' and status = 'queued'`);
      await deliverMail({
        ...host.deps,
        transport: { send: send ?? ((mail) => Promise.resolve(void sent.push(mail))) },
      });
      return sent;
    };
    const statesTo = async (name: string) => {
      const { rows } = await database.pool.query<{ status: string; data: object }>(
        'select status, data from public.mail_outbox where to_email = $1 order by created_at',
        [`${name}@example.com`],
      );
      return rows;
    };

    it('is offered again to a customer who got no email, with a working link', async () => {
      const { date, morning } = await fullDay();
      await join(date, 'unheard');
      await letHoldExpire(host, morning);
      await sweep();
      await deliver(away);
      await passHalfAnHour();
      await sweep();
      expect(await names(date), 'the mail of the first offer waits still').toEqual([]);

      expect(await deliver(), 'what it says is over').toEqual([]);
      expect(await statesTo('unheard')).toEqual([{ status: 'dropped', data: {} }]);
      await sweep();
      expect(await names(date)).toEqual(['unheard']);
      const [offer] = await offers(date);
      const [mail] = await deliver();
      expect(mail?.to).toBe('unheard@example.com');
      expect(mail?.text).toContain(`/schedule?offer=${offer?.token}`);
      const request = bookingRequest(host, { bookingDate: date, offerToken: offer?.token });
      expect((await host.call('create-booking', request)).status).toBe(201);
    });

    it('goes to the next meanwhile, and not again to a customer who got the email', async () => {
      const { date, morning } = await fullDay();
      await join(date, 'told');
      await join(date, 'behind');
      await letHoldExpire(host, morning);
      await sweep();
      expect(await deliver()).toHaveLength(1);
      await passHalfAnHour();
      await sweep();
      expect(await names(date)).toEqual(['behind']);
      await deliver(away);
      await passHalfAnHour();
      await deliver();
      await sweep();
      expect(await names(date)).toEqual(['behind']);
    });

    it('is not blocked by a customer whose address refuses email', async () => {
      const { date, morning } = await fullDay();
      await join(date, 'nowhere');
      await join(date, 'next');
      await letHoldExpire(host, morning);
      await sweep();
      await deliver(refused);
      await passHalfAnHour();
      await sweep();
      expect(await names(date)).toEqual(['next']);
    });
  });

  it('is booked by its own token and no other', async () => {
    const { date, morning } = await fullDay();
    await join(date, 'wren');
    await letHoldExpire(host, morning);
    await sweep();
    const [offer] = await offers(date);
    const guess = bookingRequest(host, { bookingDate: date, offerToken: 'f'.repeat(64) });
    expect((await host.call('create-booking', guess)).status).toBe(409);
    const request = bookingRequest(host, { bookingDate: date, offerToken: offer?.token });
    expect((await host.call('create-booking', request)).status).toBe(201);
    expect(await names(date)).toEqual([]);
    expect(await sweep()).toBe(0);
  });

  it('is not offered within the minimum notice', async () => {
    const { date, morning } = await fullDay();
    await join(date, 'late');
    await letHoldExpire(host, morning);
    host.state.now = new Date(Date.parse(startsAt(date, '06:31')));
    expect(await sweep()).toBe(0);
    host.state.now = new Date(Date.parse(startsAt(date, '06:29')));
    expect(await sweep()).toBe(1);
  });

  it('goes to a customer whose service fits', async () => {
    const { date, morning } = await fullDay();
    await join(date, 'long', 'luxury-package');
    await join(date, 'short', 'basic-wash');
    await letHoldExpire(host, morning);
    await sweep();
    expect(await names(date)).toEqual(['short']);
  });

  it('may also be one that the owner unblocks', async () => {
    const { bookingDate: date } = host.freeMorning();
    const span = `tstzrange(($1::date + time '00:00') at time zone 'America/Toronto',
      ($1::date + time '23:00') at time zone 'America/Toronto')`;
    await database.pool.query(
      `insert into public.slot_claims (during, reason, crew) values (${span}, 'Away', null)`,
      [date],
    );
    await join(date, 'patient');
    expect(await sweep()).toBe(0);
    await database.pool.query(`delete from public.slot_claims where reason = 'Away'`);
    await sweep();
    expect(await names(date)).toEqual(['patient']);
  });

  it('has no waiting list while times are available, on a closed day or beyond the window', async () => {
    const { bookingDate: date } = host.freeMorning();
    const code = async (day: string) => (await join(day, 'eager')).body;
    expect(await code(date)).toMatchObject({ error: { code: 'day_has_times' } });
    expect(await code('2020-01-06')).toMatchObject({ error: { code: 'time_not_offered' } });
    expect(await code('2999-01-06')).toMatchObject({ error: { code: 'time_not_offered' } });
  });

  it.each(['2026-02-30', '0000-01-01', '2027-13-01'])(
    'has no waiting list on the invalid date %s',
    async (date) => {
      const answer = await join(date, 'ada');
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: { code: 'time_not_offered' } });
    },
  );

  it('requires contact details', async () => {
    const { status, body } = await host.call('join-waiting-list', {
      serviceId: 'basic-wash',
      vehicleType: 'sedan',
      date: '2026-12-01',
      name: '',
      email: 'x',
      phone: '1',
    });
    expect(status).toBe(400);
    const { error } = body as { error: { fields: Record<string, string> } };
    expect(Object.keys(error.fields).sort()).toEqual(['email', 'name', 'phone']);
  });
});
