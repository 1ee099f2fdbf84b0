import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { limitedEndpoints } from '../../server/rate-limits/limited-endpoints.ts';
import { allowed, networksOf } from '../../server/networks.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, lapse, wanted, type Held, type Wanted } from './bookings.ts';
import { anon, ask, service, signUp, type Person } from './cast.ts';
import { callAs, letOffersExpire, tokenTo } from './rain.ts';

type Entry = { id: string; date: string; offered: string[] };
type Listed = { id: string; email: string; state: string; offered: { outcome: string }[] };

describeEachDatabase('The waiting list', (open) => {
  let database: Database;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  let people = 0;
  const newEmail = () => `waiting${(people += 1)}@example.com`;
  const freeDay = () => String(wanted()['booking_date']);

  const join = (day: string, email = newEmail(), changes = {}) =>
    call(
      database.pool,
      'join_waiting_list',
      JSON.stringify({
        day,
        service_id: 'premium-detailing',
        service_name: 'Premium Detailing',
        vehicle_type: 'suv',
        duration_minutes: 180,
        name: 'Wren Hall',
        email,
        phone: '+19055550101',
        ...changes,
      }),
    );
  const waitingOn = async (day: string) => {
    const { entries } = await call<{ entries: Entry[] }>(database.pool, 'waiting_to_be_offered');
    return entries.filter(({ date }) => date === day);
  };
  const offerTo = (entry: Entry | undefined, time = '09:00') =>
    call<boolean>(database.pool, 'offer_freed_time', entry?.id, time, 30);
  /** A customer on the waiting list with 9:00 held for them. */
  async function offered(time = '09:00') {
    const day = freeDay();
    const email = newEmail();
    await join(day, email);
    const [entry] = await waitingOn(day);
    expect(await offerTo(entry, time)).toBe(true);
    return { day, email, entry, token: await tokenTo(database.pool, email, 'waiting_list_offer') };
  }
  /** The offer's email was sent, or was dropped. */
  const mailIs = (status: 'sent' | 'dropped', email: string) =>
    database.pool.query(
      `update public.mail_outbox set status = $1 where to_email = $2 and status = 'queued'`,
      [status, email],
    );
  const offer = (token: string) =>
    callAs<Record<string, unknown>>(database.pool, anon, 'waiting_offer', token);
  const decline = (token: string, leave = false) =>
    callAs<Record<string, unknown>>(database.pool, anon, 'decline_waiting_offer', token, leave);
  const listed = async (day: string) => {
    const list = await callAs<(Listed & { day: string })[]>(
      database.pool,
      boss,
      'waiting_list_of_days',
      day,
    );
    return list.filter((one) => one.day === day);
  };
  const naming = (who: Person, token: string): Person => ({
    ...who,
    headers: { 'x-offer-token': token },
  });
  const timesTaken = async (day: string, who: Person = anon) => {
    const { rows } = await ask(
      database.pool,
      who,
      'select booking_time from public.booked_slots where booking_date = $1',
      [day],
    );
    return rows.map((row) => row['booking_time']);
  };
  const at = (day: string, time = '09:00', changes: Wanted = {}) =>
    wanted({ booking_date: day, booking_time: time, ...changes });
  const holdNaming = async (token: string, booking: Wanted) => {
    const { rows } = await ask(
      database.pool,
      naming(service, token),
      'select public.hold_slot($1, 15, 5) as answer',
      [JSON.stringify(booking)],
    );
    return rows[0]?.['answer'] as Held;
  };

  describe('an entry', () => {
    test('is one for a day, a service and an address, and keeps its place', async () => {
      const day = freeDay();
      const email = newEmail();
      await join(day, email);
      await join(day);
      await join(day, email);
      expect((await listed(day)).map((one) => one.email)).toHaveLength(2);
      expect((await listed(day))[0]).toMatchObject({ email, state: 'waiting' });
    });

    test('is refused after ten from one network in an hour', async () => {
      const email = newEmail();
      const spelled = (count: number) => email.replace('@', `+${count}@`);
      for (let count = 0; count < 10; count += 1) await join(freeDay(), spelled(count));
      await expect(join(freeDay(), email)).rejects.toThrow('too_many_waiting');
      await database.pool.query(
        `update public.waiting_list set created_at = now() - interval '61 minutes'`,
      );
      await join(freeDay(), email);
      await database.pool.query(`delete from public.waiting_list`);
    });

    test('is accepted beside the most that the widest network may add, up to 1200 in a day', async () => {
      const flood = (count: number) =>
        database.pool.query(
          `insert into public.waiting_list
             (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone)
           select current_date + 300, 'basic-wash', 'Basic Wash', 'sedan', 120, 'Flood',
             gen_random_uuid() || '@example.com', '+19055550101'
           from generate_series(1, $1)`,
          [count],
        );
      const day = freeDay();
      const attempts = limitedEndpoints.flatMap(({ name, limit }) =>
        name === 'join-waiting-list'
          ? networksOf('2001:db8:1:2::/64').map((network) => allowed(limit.attempts, network))
          : [],
      );
      const ofWidest = 24 * Math.max(...attempts);
      await flood(ofWidest);
      await join(day);
      await flood(1199 - ofWidest);
      await expect(join(day)).rejects.toThrow('too_many_waiting');
      expect(await listed(day)).toHaveLength(1);
      await database.pool.query(
        `update public.waiting_list set created_at = now() - interval '25 hours'`,
      );
      await join(day);
      expect(await listed(day)).toHaveLength(2);
      await database.pool.query(`delete from public.waiting_list`);
    });
  });

  describe('an offer', () => {
    test('holds the time and sends one email', async () => {
      const { day, entry, email } = await offered();
      await expect(hold(database.pool, at(day))).rejects.toThrow('slot_taken');
      expect(await waitingOn(day)).toEqual([]);
      expect(await offerTo(entry, '12:00')).toBe(false);
      const { rows } = await database.pool.query(
        `select count(*)::integer as mails from public.mail_outbox where to_email = $1`,
        [email],
      );
      expect(rows).toEqual([{ mails: 1 }]);
    });

    test('is not made while its email is switched off', async () => {
      const switched = (isOn: boolean) =>
        database.pool.query(
          `update public.mail_settings set is_on = $1 where template_type = 'waiting_list_offer'`,
          [isOn],
        );
      const day = freeDay();
      await join(day);
      await switched(false);
      expect(await waitingOn(day)).toEqual([]);
      await switched(true);
      expect(await waitingOn(day)).toHaveLength(1);
    });

    test('is not made when the time was booked meanwhile', async () => {
      const day = freeDay();
      await join(day);
      const [entry] = await waitingOn(day);
      await book(database.pool, { booking_date: day, booking_time: '09:00' });
      expect(await offerTo(entry)).toBe(false);
      expect(await waitingOn(day)).toHaveLength(1);
    });

    test('looks booked to everyone without the link', async () => {
      const { day, token } = await offered();
      expect(await timesTaken(day)).toEqual(['09:00']);
      expect(await timesTaken(day, naming(anon, token))).toEqual([]);
      expect(await timesTaken(day, naming(anon, 'a guess'))).toEqual(['09:00']);
    });

    test('is made once by twenty simultaneous workers', async () => {
      const day = freeDay();
      await join(day);
      const [entry] = await waitingOn(day);
      const results = await Promise.all(Array.from({ length: 20 }, () => offerTo(entry)));
      expect(results.filter(Boolean)).toHaveLength(1);
    });

    test('names its customer only while it is held', async () => {
      const { token, email, day } = await offered();
      expect(await offer(token)).toMatchObject({ state: 'held', date: day, time: '09:00', email });
      await letOffersExpire(database.pool);
      const expired = await offer(token);
      expect(expired['state']).toBe('lapsed');
      expect(expired).not.toHaveProperty('email');
    });
  });

  describe('an answer', () => {
    test('by booking turns the offer into the hold in one transaction', async () => {
      const { day, email, token } = await offered();
      const { booking_id: id } = await holdNaming(
        token,
        at(day, '09:00', { customer_email: email }),
      );
      expect(await timesTaken(day)).toEqual(['09:00']);
      expect(await offer(token)).toMatchObject({ state: 'taken', is_waiting: false });
      expect(await listed(day)).toMatchObject([{ state: 'booking', booking_id: id }]);
      await call(database.pool, 'settle_payment', `pi_${id}`, id, 2000);
      expect(await listed(day)).toMatchObject([{ state: 'booked' }]);
    });

    test('by booking another time leaves the offer', async () => {
      const { day, token } = await offered();
      await holdNaming(token, at(day, '12:00'));
      expect(await offer(token)).toMatchObject({ state: 'held' });
    });

    test('with a guessed token finds the time booked', async () => {
      const { day } = await offered();
      await expect(holdNaming('a guess', at(day))).rejects.toThrow('slot_taken');
    });

    test('after the expiry finds the time public, and the same time is not offered to that customer again', async () => {
      const { day, email, entry, token } = await offered();
      await mailIs('sent', email);
      await letOffersExpire(database.pool);
      expect(await call(database.pool, 'expire_offers')).toBeGreaterThan(0);
      expect(await waitingOn(day)).toMatchObject([{ id: entry?.id, offered: ['09:00'] }]);
      expect(await offerTo(entry, '09:00')).toBe(false);
      expect(await offerTo(entry, '12:00')).toBe(true);
      await hold(database.pool, at(day));
      await expect(holdNaming(token, at(day))).rejects.toThrow('slot_taken');
    });

    test('is texted, too, to the phone of the customer who consented, with what was read', async () => {
      await database.pool.query('update public.text_settings set is_on = true');
      const day = freeDay();
      const emails = [newEmail(), newEmail()] as const;
      await join(day, emails[0], { text_consent: true });
      await join(day, emails[1]);
      // Neither a second request nor one with another phone changes what was agreed to.
      await join(day, emails[0], { text_consent: true });
      await join(day, emails[1], { text_consent: true, phone: '+19055550102' });
      const [entry, other] = await waitingOn(day);
      await offerTo(entry, '09:00');
      await offerTo(other, '12:00');
      const { rows } = await database.pool.query(
        `select text.phone, consent.wording, consent.given_in
         from public.text_outbox as text join public.text_consents as consent using (waiting_id)
         where text.kind = 'offer' and waiting_id = any ($1)`,
        [[entry?.id, other?.id]],
      );
      expect(rows).toEqual([
        {
          phone: '+19055550101',
          wording: expect.stringMatching(
            /^Text me when a time becomes available\. .+ Reply STOP to end\.$/,
          ) as string,
          given_in: 'waiting_list',
        },
      ]);
      await database.pool.query('update public.text_settings set is_on = false');
    });

    test('is not texted while texts are off, whatever the form sent', async () => {
      const day = freeDay();
      await join(day, newEmail(), { text_consent: true });
      const [entry] = await waitingOn(day);
      await offerTo(entry);
      const { rowCount } = await database.pool.query(
        'select from public.text_consents where waiting_id = $1',
        [entry?.id],
      );
      expect(rowCount).toBe(0);
    });

    test('that never came because the email was not sent leads to the same offer again', async () => {
      const { day, email, entry } = await offered();
      await letOffersExpire(database.pool);
      await call(database.pool, 'expire_offers');
      expect(await waitingOn(day)).toEqual([]);
      expect(await offerTo(entry, '12:00')).toBe(false);
      await mailIs('dropped', email);
      expect(await waitingOn(day)).toMatchObject([{ id: entry?.id, offered: [] }]);
      expect(await offerTo(entry, '09:00')).toBe(true);
    });

    test('by passing frees the time at once, and keeps the place unless it is given up', async () => {
      const { day, token } = await offered();
      expect(await decline(token)).toMatchObject({ state: 'declined', is_waiting: true });
      expect(await timesTaken(day)).toEqual([]);
      expect(await waitingOn(day)).toHaveLength(1);
      expect(await decline(token, true)).toMatchObject({ is_waiting: false });
      expect(await waitingOn(day)).toEqual([]);
    });

    test('by leaving the list with an earlier email frees the time that a later one offered', async () => {
      const { day, entry, token } = await offered();
      await decline(token);
      await mailIs('sent', String((await listed(day))[0]?.email));
      expect(await offerTo(entry, '12:00')).toBe(true);
      expect(await timesTaken(day)).toEqual(['12:00']);
      expect(await decline(token, true)).toMatchObject({ is_waiting: false });
      expect(await timesTaken(day)).toEqual([]);
    });

    test('by passing after the booking is refused', async () => {
      const { day, token } = await offered();
      await holdNaming(token, at(day));
      await expect(decline(token)).rejects.toThrow('offer_answered');
    });

    test('by a booking whose hold expires gives the time to the next', async () => {
      const { day, token } = await offered();
      const { booking_id: id } = await holdNaming(token, at(day));
      await join(day);
      await lapse(database.pool, id);
      const [next] = await waitingOn(day);
      expect(await offerTo(next)).toBe(true);
      expect((await listed(day)).map(({ state }) => state)).toEqual(['unpaid', 'offered']);
    });
  });

  test('lets the owner remove an entry with its offer', async () => {
    const { day, entry } = await offered();
    await callAs(database.pool, boss, 'remove_from_waiting_list', entry?.id);
    expect(await timesTaken(day)).toEqual([]);
    expect(await listed(day)).toEqual([]);
    await expect(
      callAs(database.pool, boss, 'remove_from_waiting_list', entry?.id),
    ).rejects.toThrow('waiting_not_found');
  });

  test('deletes entries a month after their day', async () => {
    await join('2026-01-05');
    expect(await call(database.pool, 'forget_old_waiting')).toBe(1);
  });
});
