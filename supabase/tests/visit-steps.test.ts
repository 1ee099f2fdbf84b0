import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VisitStatus } from '../contracts/visit.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call } from './bookings.ts';
import { anon, signUp, type Person } from './cast.ts';
import { callAs, cancelForRain } from './rain.ts';

describeEachDatabase('On the day of a visit', (open) => {
  let database: Database;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const does = <Answer>(name: string, ...values: unknown[]) =>
    callAs<Answer>(database.pool, boss, name, ...values);
  const change = (id: string, columns: string) =>
    database.pool.query(`update public.bookings set ${columns} where id = $1`, [id]);

  /** A booking of today, without the checks of a move. */
  async function today() {
    const id = await book(database.pool);
    await database.pool.query(
      `alter table public.bookings disable trigger user;
       update public.bookings set booking_date = private.local_today(), booking_time = '23:00', duration_minutes = 30
       where id = '${id}';
       alter table public.bookings enable trigger user;`,
    );
    return id;
  }

  const onMyWayMails = async (id: string) =>
    (
      await database.pool.query<{ id: string; status: string; seconds: number; path: string }>(
        `select id, status, extract(epoch from next_attempt_at - created_at)::integer as seconds, data -> 'visit' ->> 'path' as path
         from public.mail_outbox where booking_id = $1 and template_type = 'on_my_way' order by created_at`,
        [id],
      )
    ).rows;

  const stepsOf = async (id: string) =>
    (
      await database.pool.query<{ way: boolean; minutes: number | null; work: boolean }>(
        `select on_my_way_at is not null as way, arriving_in_minutes as minutes, work_began_at is not null as work
         from public.bookings where id = $1`,
        [id],
      )
    ).rows[0];

  test('sends three messages that the crew is on its way at most, however often it is undone', async () => {
    const id = await today();
    for (let round = 0; round < 5; round += 1) {
      await does('set_on_my_way', id);
      await database.pool.query(
        `update public.mail_outbox set status = 'sent' where template_type = 'on_my_way' and booking_id = $1`,
        [id],
      );
      await does('undo_on_my_way', id);
    }
    expect(await onMyWayMails(id)).toHaveLength(3);
    expect(await does('set_on_my_way', id)).toEqual({
      is_emailed: false,
      to_email: null,
      is_texted: false,
    });
    expect((await stepsOf(id))?.way).toBe(true);
  });

  /** The token of a link as it was emailed. */
  async function linkTo(id: string) {
    const { rows } = await database.pool.query<{ path: string }>(
      'select private.add_visit_link(booking) as path from public.bookings as booking where id = $1',
      [id],
    );
    return rows[0]?.path.replace('/visit/', '') ?? '';
  }
  const statusOf = (token: string) =>
    callAs<VisitStatus | null>(database.pool, anon, 'visit_status', token);

  describe('"on my way"', () => {
    const unsent = { is_emailed: false, to_email: null };

    test('is recorded once, and queues one email that can be stopped for ten seconds', async () => {
      const id = await today();
      expect(await does('set_on_my_way', id, 20)).toMatchObject({
        to_email: expect.stringContaining('@example.com') as string,
      });
      await does('set_on_my_way', id, 45);
      expect(await stepsOf(id)).toEqual({ way: true, minutes: 20, work: false });
      expect(await onMyWayMails(id)).toMatchObject([{ status: 'queued', seconds: 10 }]);
    });

    test('stops its email when it is undone in time, and is sent anew when pressed again', async () => {
      const id = await today();
      await does('set_on_my_way', id);
      expect(await does('undo_on_my_way', id)).toEqual({ messages: 'stopped' });
      expect(await does('undo_on_my_way', id)).toEqual({ messages: 'none' });
      expect(await stepsOf(id)).toEqual({ way: false, minutes: null, work: false });
      await does('set_on_my_way', id);
      expect((await onMyWayMails(id)).map(({ status }) => status)).toEqual(['dropped', 'queued']);
      await database.pool.query(
        `update public.mail_outbox set status = 'sent' where template_type = 'on_my_way' and status = 'queued'`,
      );
      expect(await does('undo_on_my_way', id)).toEqual({ messages: 'sent' });
    });

    test('texts a customer who agreed to it, and the undo stops the text too', async () => {
      const id = await today();
      await database.pool.query('update public.text_settings set is_on = true');
      await database.pool.query(
        `insert into public.text_consents (booking_id, phone, wording, given_in)
         select id, customer_phone, 'Text me.', 'booking_form' from public.bookings where id = $1`,
        [id],
      );
      expect(await does('set_on_my_way', id)).toMatchObject({ is_texted: true });
      expect(await does('undo_on_my_way', id)).toEqual({ messages: 'stopped' });
      const { rows } = await database.pool.query<object>(
        'select kind, status from public.text_outbox where booking_id = $1',
        [id],
      );
      expect(rows).toEqual([{ kind: 'on_my_way', status: 'dropped' }]);
    });

    test('emails nobody without an address, or while the email is switched off', async () => {
      const [noAddress, silent] = [await today(), await today()];
      await change(noAddress, `customer_email = null, source = 'phone'`);
      expect(await does('set_on_my_way', noAddress)).toEqual({ ...unsent, is_texted: false });
      const turn = (on: boolean) =>
        database.pool.query(
          `update public.mail_settings set is_on = $1 where template_type = 'on_my_way'`,
          [on],
        );
      await turn(false);
      expect(await does('set_on_my_way', silent)).toEqual({ ...unsent, is_texted: false });
      await turn(true);
    });

    test('is not sent late: only while the crew is on its way', async () => {
      const id = await today();
      await does('set_on_my_way', id);
      const [mail] = await onMyWayMails(id);
      const stands = () => call(database.pool, 'mail_offer_stands', mail?.id);
      expect(await stands()).toBe(true);
      await does('set_work_began', id);
      expect(await stands()).toBe(false);
    });

    test.each([
      ['of another day', 'booking_date = booking_date + 1', 'not_today'],
      ['that is cancelled', `status = 'cancelled', cancelled_at = now()`, 'booking_cancelled'],
      ['that is done', 'done_at = now()', 'visit_over'],
    ])('is refused for a visit %s', async (_, columns, refusal) => {
      const id = await today();
      await change(id, columns);
      await expect(does('set_on_my_way', id)).rejects.toThrow(refusal);
      expect(await onMyWayMails(id)).toEqual([]);
    });

    test('is refused for a visit cancelled because of rain, and with an impossible time', async () => {
      const id = await today();
      await expect(does('set_on_my_way', id, 0)).rejects.toThrow('estimate_invalid');
      await cancelForRain(database.pool, id);
      await expect(does('set_on_my_way', id)).rejects.toThrow('visit_rained_out');
    });
  });

  test('a member of the crew takes the steps, without the email address, and the history names each', async () => {
    const id = await today();
    const member = await signUp(database.pool, `${randomUUID()}@example.com`);
    await database.pool.query('insert into public.crew_members values ($1, 1)', [member.id]);
    await database.pool.query(
      `update public.slot_claims set during = private.span_of(booking)
       from public.bookings as booking where booking.id = $1 and booking_id = booking.id`,
      [id],
    );
    expect(await callAs(database.pool, member.person, 'set_on_my_way', id)).toEqual({
      ...{ is_emailed: true, to_email: null, is_texted: false },
    });
    const steps = ['set_work_began', 'set_work_began', 'undo_work_began'];
    for (const step of steps) await callAs(database.pool, member.person, step, id);
    const { rows } = await database.pool.query<{ action: string }>(
      'select action from public.booking_changes where booking_id = $1 order by id desc limit 3',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'visit_step_undone',
      'work_began',
      'on_my_way',
    ]);
  });

  test('a moved visit begins anew', async () => {
    const id = await today();
    await does('set_on_my_way', id, 20);
    await change(id, 'booking_date = booking_date + 300');
    expect(await stepsOf(id)).toEqual({ way: false, minutes: null, work: false });
  });

  describe('the page of a visit', () => {
    test('follows it from booked to done, then with its amounts', async () => {
      const id = await today();
      const token = await linkTo(id);
      expect(token).toMatch(/^[\w-]{22}$/);
      expect(await statusOf(token)).toMatchObject({ state: 'booked', told: null, money: null });
      await does('set_on_my_way', id, 20);
      const way = await statusOf(token);
      expect(way?.state).toBe('on_the_way');
      expect(Date.parse(way?.arrives_at ?? '') - Date.parse(way?.on_my_way_at ?? '')).toBe(
        20 * 60_000,
      );
      await does('set_work_began', id);
      expect((await statusOf(token))?.state).toBe('working');
      await does('mark_done', id);
      expect(await statusOf(token)).toMatchObject({
        state: 'done',
        money: {
          total_cents: 11999,
          tax_cents: 0,
          tip_cents: 0,
          paid_cents: 2000,
          due_cents: 9999,
        },
      });
    });

    test('counts no tip of a payment that went back, here or for the owner', async () => {
      const id = await today();
      const token = await linkTo(id);
      await does('mark_done', id);
      const pay = (cents: number, tip: number) =>
        database.pool.query<{ id: string }>(
          `insert into public.payments
             (booking_id, stripe_payment_intent_id, amount_cents, tip_cents, purpose, status, settled_at)
           values ($1, gen_random_uuid(), $2, $3, 'balance', 'succeeded', now()) returning id`,
          [id, cents, tip],
        );
      const { rows } = await pay(11999, 2000);
      await pay(9999 + 500, 500);
      await database.pool.query(
        `insert into public.refunds (payment_id, amount_cents, reason, status) values ($1, 11999, 'test', 'pending')`,
        [rows[0]?.id],
      );
      const tips = await database.pool.query(
        `select public.booking_details(array[$1]::uuid[], customer_email) -> 0 -> 'later_tip_cents' as later
         from public.bookings where id = $1`,
        [id],
      );
      expect(tips.rows).toEqual([{ later: 500 }]);
      expect((await statusOf(token))?.money).toMatchObject({ tip_cents: 500, total_cents: 12499 });
    });

    test('tells neither the booking nor the address, and of the name only the first', async () => {
      const id = await today();
      const status = await statusOf(await linkTo(id));
      expect(status).toMatchObject({ first_name: 'Ada', car: '2022 Volvo XC60' });
      const told = JSON.stringify(status);
      for (const secret of [id, 'Lane', 'Main Street', '@', '905', 'L7C']) {
        expect(told).not.toContain(secret);
      }
    });

    test('says when the visit was moved since the link was sent, cancelled or rained out', async () => {
      const id = await today();
      const token = await linkTo(id);
      await cancelForRain(database.pool, id);
      expect((await statusOf(token))?.state).toBe('rained_out');
      await change(id, 'booking_date = booking_date + 301');
      expect(await statusOf(token)).toMatchObject({ state: 'booked', told: { time: '23:00' } });
      await change(id, `status = 'cancelled', cancelled_at = now()`);
      expect((await statusOf(token))?.state).toBe('cancelled');
    });

    test('is closed to unknown, expired and revoked links alike', async () => {
      const id = await today();
      const token = await linkTo(id);
      expect(await statusOf('unknown')).toBeNull();
      expect(await statusOf(`${token}x`)).toBeNull();
      await database.pool.query(
        `alter table public.bookings disable trigger user;
         update public.bookings set booking_date = private.local_today() - 15 where id = '${id}';`,
      );
      expect(await statusOf(token)).toBeNull();
      await database.pool.query(
        `update public.bookings set booking_date = private.local_today() - 13 where id = '${id}';
         alter table public.bookings enable trigger user;`,
      );
      expect(await statusOf(token)).not.toBeNull();
      await does('mark_done', id);
      const { rows } = await database.pool.query<{ customer_email: string }>(
        'select customer_email from public.bookings where id = $1',
        [id],
      );
      await does('erase_customer', rows[0]?.customer_email);
      expect(await statusOf(token)).toBeNull();
    });

    test('is opened from the bookings with the email address, for a day', async () => {
      const id = await today();
      const { rows } = await database.pool.query<{ customer_email: string }>(
        'select customer_email from public.bookings where id = $1',
        [id],
      );
      const open = (email: string | null) =>
        callAs<string>(database.pool, anon, 'open_visit', id, email);
      await expect(open('other@example.com')).rejects.toThrow('booking_not_found');
      await expect(open(null)).rejects.toThrow('booking_not_found');
      const token = (await open(rows[0]?.customer_email ?? '')).replace('/visit/', '');
      expect((await statusOf(token))?.state).toBe('booked');
      await database.pool.query(
        `update public.visit_links set expires_at = now() where expires_at is not null`,
      );
      expect(await statusOf(token)).toBeNull();
    });

    test('opens the payment of what is due, and of nothing else', async () => {
      const id = await today();
      const token = await linkTo(id);
      const pay = (of: string) => callAs<string>(database.pool, anon, 'open_balance_of_visit', of);
      const payToken = await pay(token);
      expect(await call(database.pool, 'balance_of_link', payToken)).toMatchObject({
        due_cents: 9999,
      });
      await expect(pay('unknown')).rejects.toThrow('link_unknown');
      await does('record_payment', id, 'cash', 9999);
      await expect(pay(token)).rejects.toThrow('nothing_due');
    });
  });
});
