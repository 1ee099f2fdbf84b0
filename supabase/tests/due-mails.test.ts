import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Pool } from 'pg';
import { Temporal } from 'temporal-polyfill';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, paidInFull, wanted, type Wanted } from './bookings.ts';

/** The instant of a local time of a day. */
const at = (date: string, time: string) =>
  Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime('America/Toronto')
    .toInstant()
    .toString();

const dayBefore = (date: string) => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();

describeEachDatabase('Scheduled emails', (open) => {
  let database: Database;
  let pool: Pool;
  beforeAll(async () => {
    database = await open();
    pool = database.pool;
  });
  beforeEach(() =>
    pool.query(`
      update public.bookings set done_at = null, booking_date = booking_date - 2000;
      delete from public.mail_outbox;
      update public.mail_settings set is_on = true, most = 1,
        wait_hours = case template_type when 'review_request' then 24 end,
        send_at = case template_type when 'booking_reminder' then time '17:00' end`),
  );
  afterAll(() => database.close());

  const due = (asOf: string | Date) =>
    call<number>(pool, 'queue_due_mails', asOf instanceof Date ? asOf.toISOString() : asOf);

  const set = (kind: string, change: string) =>
    pool.query(`update public.mail_settings set ${change} where template_type = $1`, [kind]);

  const keys = async (kind: string) =>
    (
      await pool.query<{ key: string }>(
        'select key from public.mail_outbox where template_type = $1 order by key',
        [kind],
      )
    ).rows.map(({ key }) => key);

  /** A booking whose confirmation was sent long ago. */
  async function standing(changes: Wanted = {}) {
    const booking = wanted(changes);
    const id = await book(pool, booking);
    await pool.query(`update public.mail_outbox set created_at = now() - interval '30 days'`);
    return { id, date: String(booking['booking_date']), email: String(booking['customer_email']) };
  }

  describe('reminders', () => {
    test('are sent once, on the day before from the set hour', async () => {
      const { id, date } = await standing();
      expect(await due(at(dayBefore(date), '16:59'))).toBe(0);
      expect(await due(at(dayBefore(date), '17:00'))).toBe(1);
      expect(await due(at(dayBefore(date), '17:01'))).toBe(0);
      expect(await keys('booking_reminder')).toEqual([`booking_reminder:${id}:${date}`]);
    });

    test('that missed their hour are sent that evening, but not on the day itself', async () => {
      const { date } = await standing();
      const other = await standing();
      expect(await due(at(dayBefore(date), '23:50'))).toBe(1);
      expect(await due(at(other.date, '00:10'))).toBe(0);
    });

    test.each([
      ['when the clocks go forward', '2030-03-10', '2030-03-09T22:00:00Z'],
      ['on the day after they went forward', '2030-03-11', '2030-03-10T21:00:00Z'],
      ['when they go back', '2030-11-03', '2030-11-02T21:00:00Z'],
      ['on the day after they went back', '2030-11-04', '2030-11-03T22:00:00Z'],
    ])('keep the local hour %s', async (_, date, hour) => {
      const { id } = await standing();
      await pool.query('update public.bookings set booking_date = $2 where id = $1', [id, date]);
      await pool.query('delete from public.mail_outbox');
      expect(await due(new Date(Date.parse(hour) - 60_000))).toBe(0);
      expect(await due(new Date(hour))).toBe(1);
    });

    test('are sent again for the new day of a moved visit', async () => {
      const { id, date } = await standing();
      const later = Temporal.PlainDate.from(date).add({ days: 200 }).toString();
      await due(at(dayBefore(date), '17:00'));
      await pool.query('update public.bookings set booking_date = $2 where id = $1', [id, later]);
      await pool.query(`update public.mail_outbox set created_at = now() - interval '30 days'`);
      expect(await due(at(dayBefore(later), '17:00'))).toBe(1);
      expect(await keys('booking_reminder')).toHaveLength(2);
    });

    test('are not sent for a visit booked or moved since that hour', async () => {
      const { id, date } = await standing();
      const hour = at(dayBefore(date), '17:00');
      await pool.query(
        `update public.mail_outbox set created_at = $2::timestamptz + interval '1 minute' where booking_id = $1`,
        [id, hour],
      );
      expect(await due(at(dayBefore(date), '18:00'))).toBe(0);
    });

    test('are not sent for a cancelled or held booking or one without an address', async () => {
      const { id, date } = await standing();
      const hour = at(dayBefore(date), '17:00');
      for (const change of [
        `status = 'cancelled', cancelled_at = now()`,
        `cancelled_at = null, status = 'pending_payment'`,
        `status = 'confirmed', source = 'phone', customer_email = null`,
      ]) {
        await pool.query(`update public.bookings set ${change} where id = $1`, [id]);
        expect(await due(hour), change).toBe(0);
      }
    });

    test('follow the set hour and can be switched off', async () => {
      const { date } = await standing();
      await set('booking_reminder', `send_at = '08:30'`);
      expect(await due(at(dayBefore(date), '08:29'))).toBe(0);
      await set('booking_reminder', 'is_on = false');
      expect(await due(at(dayBefore(date), '08:30'))).toBe(0);
      await set('booking_reminder', 'is_on = true');
      expect(await due(at(dayBefore(date), '08:30'))).toBe(1);
    });
  });

  describe('review requests', () => {
    const doneAt = new Date();
    const after = (hours: number) => new Date(doneAt.getTime() + hours * 3_600_000);

    async function done(changes: Wanted = {}) {
      const visit = await standing(changes);
      await pool.query('update public.bookings set done_at = $2 where id = $1', [visit.id, doneAt]);
      return visit;
    }

    test('are sent the set number of hours after a visit is done, once', async () => {
      const { id } = await done();
      expect(await due(after(23.9))).toBe(0);
      expect(await due(after(24))).toBe(1);
      expect(await due(after(25))).toBe(0);
      expect(await due(after(24 * 8))).toBe(0);
      expect(await keys('review_request')).toEqual([`review_request:${id}:1`]);
    });

    test('are repeated weekly as often as set', async () => {
      const { id } = await done();
      await set('review_request', 'most = 2');
      const written = [];
      for (const days of [1, 2, 7.9, 8, 9, 15, 22]) written.push(await due(after(24 * days)));
      expect(written).toEqual([1, 0, 0, 1, 0, 0, 0]);
      expect(await keys('review_request')).toEqual([1, 2].map((n) => `review_request:${id}:${n}`));
    });

    test('are sent once to a customer with two cars', async () => {
      const email = 'two-cars@example.com';
      await done({ customer_email: email });
      await done({ customer_email: email });
      expect(await due(after(24))).toBe(1);
    });

    test('are not sent to a customer who reviewed this or an earlier visit', async () => {
      const email = 'wrote@example.com';
      const earlier = await standing({ customer_email: email });
      await done({ customer_email: email });
      await pool.query(
        `insert into public.reviews (booking_id, customer_name, rating) values ($1, 'Ada', 5)`,
        [earlier.id],
      );
      expect(await due(after(24))).toBe(0);
    });

    test('are not sent days late after a pause, or after "Done" is undone', async () => {
      const { id } = await done();
      await set('review_request', 'is_on = false');
      expect(await due(after(30))).toBe(0);
      await set('review_request', 'is_on = true');
      expect(await due(after(24 * 3 + 1))).toBe(0);
      await pool.query('update public.bookings set done_at = null where id = $1', [id]);
      expect(await due(after(30))).toBe(0);
    });

    test('are sent when the visit is marked if the wait is zero', async () => {
      await set('review_request', 'wait_hours = 0');
      const { id } = await done();
      expect(await keys('review_request')).toEqual([`review_request:${id}:1`]);
      expect(await due(after(1))).toBe(0);
    });

    test('carry a secret of their own', async () => {
      const email = 'secret@example.com';
      await set('review_request', 'most = 3');
      await done({ customer_email: email });
      await done({ customer_email: email });
      await done({ customer_email: 'other@example.com' });
      await due(after(24));
      const { rows } = await pool.query<{ to_email: string; token: string }>(
        `select to_email, data ->> 'unsubscribe_token' as token from public.mail_outbox
         where template_type = 'review_request' order by to_email`,
      );
      expect(rows.map(({ to_email: to }) => to)).toEqual(['other@example.com', email, email]);
      expect(rows[0]?.token).toMatch(/^[0-9a-f]{64}$/);
      expect(new Set(rows.map(({ token }) => token)).size).toBe(3);
    });

    test('stop after one click, which drops queued ones, and resume on request', async () => {
      const email = 'tired@example.com';
      const token = await call<string>(pool, 'choose_mail', 'nobody’s').then(() =>
        pool
          .query<{ it: string }>('select private.unsubscribe_token($1) as it', [email])
          .then(({ rows }) => rows[0]?.it),
      );
      await done({ customer_email: email });
      await due(after(24));
      expect(await keys('review_request')).toHaveLength(1);
      const state = { address: 'ti…@example.com', is_subscribed: true };
      expect(await call(pool, 'choose_mail', token)).toEqual(state);
      expect(await call(pool, 'choose_mail', token, false)).toEqual({
        ...state,
        is_subscribed: false,
      });
      expect(await keys('review_request')).toEqual([]);
      expect(await due(after(24))).toBe(0);
      expect(await call(pool, 'choose_mail', token, false)).toMatchObject({ is_subscribed: false });
      expect(await call(pool, 'choose_mail', token, true)).toEqual(state);
      expect(await due(after(24))).toBe(1);
    });

    test('are refused to unsubscribed addresses, also when resent by the owner', async () => {
      const email = 'no-more@example.com';
      await pool.query(
        `insert into public.mail_choices (email, unsubscribed_at) values ($1, now())`,
        [email],
      );
      for (const kind of ['review_request', 'receipt']) {
        await call(pool, 'enqueue_mail', `again:${kind}`, kind, email, null, '{}');
      }
      expect(await keys('review_request')).toEqual([]);
      expect(await keys('receipt')).toEqual(['again:receipt']);
    });

    test('find no address by an unknown secret', async () => {
      expect(await call(pool, 'choose_mail', 'tired@example.com', false)).toBeNull();
    });
  });

  describe('receipts', () => {
    const receipts = () => keys('receipt');
    const change = (id: string, what: string) =>
      pool.query(`update public.bookings set ${what} where id = $1`, [id]);

    test('are sent once, after the last payment', async () => {
      const { id } = await standing();
      await change(id, 'done_at = now()');
      expect(await receipts(), 'the rest is not paid').toEqual([]);
      await change(id, `status = 'paid'`);
      await change(id, `status = 'confirmed'`);
      await change(id, `status = 'paid'`);
      expect(await receipts()).toEqual([`receipt:${id}`]);
    });

    test('of a visit paid in advance are sent when it is done', async () => {
      const { id } = await standing({ ...paidInFull });
      expect(await receipts()).toEqual([]);
      await change(id, 'done_at = now()');
      expect(await receipts()).toEqual([`receipt:${id}`]);
    });

    test('are not sent when switched off or without an address', async () => {
      const { id } = await standing({ ...paidInFull });
      await set('receipt', 'is_on = false');
      await change(id, 'done_at = now()');
      const { id: called } = await standing();
      await set('receipt', 'is_on = true');
      await change(called, `source = 'phone', customer_email = null`);
      await change(called, `status = 'paid'`);
      expect(await receipts()).toEqual([]);
    });
  });
});
