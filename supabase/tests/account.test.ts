import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, coupon, hold, settle, stored, wanted } from './bookings.ts';
import { anon, ask, justProved, service, signUp, type Person } from './cast.ts';

const mayLeave = 60;
const tooLate = 6 * 60;

const leave = (pool: Pool, person: Person, secondsAgo = mayLeave) =>
  ask(pool, justProved(person, { secondsAgo }), 'select public.delete_my_account()');

type Export = Record<'bookings' | 'reviews' | 'inquiries' | 'mails', Record<string, unknown>[]> & {
  account: Record<string, unknown>;
};

const myData = async (pool: Pool, person: Person) =>
  (await ask(pool, justProved(person), 'select public.my_data() as it')).rows[0]?.['it'] as Export;

/** Moves a booking to a past day, without an email about the move. */
async function letPass(pool: Pool, id: string) {
  await pool.query(`update public.bookings set booking_date = booking_date - 400 where id = $1`, [
    id,
  ]);
  await pool.query(
    `delete from public.mail_outbox where booking_id = $1 and template_type = 'booking_rescheduled'`,
    [id],
  );
}

describeEachDatabase("A person's own data", (open) => {
  let database: Database;
  let pool: Pool;
  beforeAll(async () => {
    database = await open();
    pool = database.pool;
  });
  afterAll(() => database.close());

  test('takes over bookings made as a guest, also beside an unpaid one', async () => {
    const email = 'guest-before@example.com';
    const { id, person } = await signUp(pool, email);
    const paid = await book(pool, { customer_email: email });
    const { booking_id: unpaid } = await hold(pool, wanted({ customer_email: email }));
    await pool.query(`update public.bookings set client_address = '203.0.113.9' where id = $1`, [
      unpaid,
    ]);
    await ask(
      pool,
      person,
      'update public.bookings set user_id = $1 where customer_email = $2 and user_id is null',
      [id, email],
    );
    const { rows } = await pool.query('select id from public.bookings where user_id = $1', [id]);
    expect(rows).toEqual(expect.arrayContaining([{ id: paid }, { id: unpaid }]));
  });

  /** An account with a booking, an inquiry and emails, all in the past. */
  async function customer(email: string) {
    const { id, person } = await signUp(pool, email);
    const own = await book(pool, { ...coupon, customer_email: email, user_id: id });
    const asGuest = await book(pool, { customer_email: email });
    await letPass(pool, own);
    await letPass(pool, asGuest);
    await pool.query(
      `insert into public.reviews (booking_id, customer_name, rating, comment, is_approved)
         values ($1, 'Ada Lane', 5, 'Spotless', true)`,
      [own],
    );
    await pool.query(
      `insert into public.inquiries (name, email, subject, message) values ('Ada', $1, 'Hi', 'Hello')`,
      [email],
    );
    await call(pool, 'enqueue_mail', `reset:${email}`, 'password_recovery', email, null, {
      token: '123456',
    });
    return { id, person, own, asGuest };
  }

  /** Columns of the whole database that contain a text. */
  async function tablesWith(text: string) {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'private', 'auth') order by 1`,
    );
    const found = [];
    for (const { name } of tables) {
      const { rowCount } = await pool.query(
        `select from ${name} as line where position(lower($1) in lower(to_jsonb(line)::text)) > 0`,
        [text],
      );
      if (rowCount) found.push(name);
    }
    return found;
  }

  describe('my_data', () => {
    test('returns everything about the signed-in person and nothing about others', async () => {
      const { person, own, asGuest } = await customer('reader@example.com');
      await customer('other@example.com');
      const data = await myData(pool, person);
      expect(data.account).toMatchObject({ email: 'reader@example.com', is_administrator: false });
      expect(data.bookings.map(({ id }) => id).sort()).toEqual([own, asGuest].sort());
      expect(data.bookings.find(({ id }) => id === own)).toMatchObject({
        customer_phone: expect.stringMatching(/^\+1905556\d{4}$/) as unknown,
        address: '1 Main Street',
        coupon_used: 'NEWCUSTOMER20',
        payments: [{ amount_cents: 2000, status: 'succeeded' }],
        refunds: [],
      });
      expect(data.reviews).toMatchObject([{ comment: 'Spotless' }]);
      expect(data.inquiries).toMatchObject([{ message: 'Hello' }]);
      expect(data.mails.map(({ kind }) => kind).sort()).toEqual([
        'booking_confirmation',
        'booking_confirmation',
        'inquiry_received',
        'password_recovery',
      ]);
      expect(JSON.stringify(data), 'no secret that still works').not.toContain('123456');
      expect(JSON.stringify(data)).not.toContain('other@example.com');
    });

    test("returns what was done about a payment, without an administrator's note", async () => {
      const { person, own } = await customer('noted@example.com');
      await pool.query(`select private.note_change($1, 'payment_accepted', null, $2)`, [
        own,
        { finding: 'nothing_recorded', note: 'Only this once: paid late before' },
      ]);
      const data = await myData(pool, person);
      const booking = data.bookings.find(({ id }) => id === own);
      expect(booking?.['changes']).toContainEqual(
        expect.objectContaining({
          action: 'payment_accepted',
          is: { finding: 'nothing_recorded' },
        }),
      );
      expect(JSON.stringify(data)).not.toContain('paid late before');
    });

    test('omits bookings of an address that the person has not proved', async () => {
      await book(pool, { customer_email: 'claimed@example.com' });
      const { person } = await signUp(pool, 'claimed@example.com', { confirmed: false });
      expect((await myData(pool, person)).bookings).toEqual([]);
    });

    test('omits data of an address that the person only requested', async () => {
      await customer('coveted@example.com');
      const { id, person } = await signUp(pool, 'covets@example.com');
      await pool.query('update auth.users set email_change = $2 where id = $1', [
        id,
        'coveted@example.com',
      ]);
      expect((await myData(pool, person)).mails).toEqual([]);
    });
  });

  test('my_data and delete_my_account are closed to visitors and to the server', async () => {
    for (const person of [anon, service]) {
      for (const name of ['my_data', 'delete_my_account']) {
        await expect(ask(pool, person, `select public.${name}()`)).rejects.toMatchObject({
          code: '42501',
        });
      }
    }
  });

  test('my_data and delete_my_account require the second factor of people who have one', async () => {
    const { id, person } = await signUp(pool, 'careful@example.com');
    await pool.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, 'App', 'totp', 'verified', 'x', now(), now())`,
      [id],
    );
    for (const name of ['my_data', 'delete_my_account']) {
      const sql = `select public.${name}()`;
      await expect(ask(pool, justProved(person), sql)).rejects.toMatchObject({
        code: 'PT403',
        message: 'second_factor_needed',
      });
      await ask(pool, justProved(person, { aal: 'aal2', method: 'totp' }), sql);
    }
  });

  describe('delete_my_account', () => {
    test('erases the person everywhere and keeps the records', async () => {
      const email = 'leaver@example.com';
      const { id, person, own, asGuest } = await customer(email);
      await pool.query('insert into auth.sessions (user_id) values ($1)', [id]);
      await pool.query(`update public.bookings set customer_name = 'Zoe Leaver', address = '77 Gone Road'
        where id in ('${own}', '${asGuest}')`);
      const before = await pool.query('select amount_cents from public.payments');

      await leave(pool, person);

      for (const trace of [email, id, 'Zoe Leaver', '77 Gone Road']) {
        expect(await tablesWith(trace), trace).toEqual([]);
      }
      expect((await pool.query('select amount_cents from public.payments')).rows).toEqual(
        before.rows,
      );
      const { rows } = await pool.query(
        'select user_id, customer_name, customer_phone, status, total_cents from public.bookings where id = $1',
        [own],
      );
      expect(rows).toEqual([
        {
          user_id: null,
          customer_name: 'A former customer',
          customer_phone: '+00000000',
          status: 'deposit_paid',
          total_cents: 9999,
        },
      ]);
      const review = await pool.query('select * from public.reviews where booking_id = $1', [own]);
      expect(review.rows).toMatchObject([{ customer_name: 'A customer', comment: 'Spotless' }]);
    });

    test('drops all queued emails to the person', async () => {
      const { person, own } = await customer('quiet@example.com');
      await leave(pool, person);
      const { rows } = await pool.query(
        'select status, to_email from public.mail_outbox where booking_id = $1',
        [own],
      );
      expect(rows).toEqual([{ status: 'dropped', to_email: `deleted-${own}@account.invalid` }]);
    });

    test('keeps the coupon used for the email address', async () => {
      const { person } = await customer('thrifty@example.com');
      await leave(pool, person);
      const again = { ...coupon, customer_email: 'thrifty@example.com' };
      await expect(hold(pool, wanted(again))).rejects.toMatchObject({
        code: 'PT409',
        message: 'coupon_used',
      });
      await hold(pool, wanted({ ...coupon, customer_email: 'somebody-new@example.com' }));
    });

    test('is refused while a booking is ahead, and changes nothing', async () => {
      const { id, person } = await signUp(pool, 'ahead@example.com');
      const booking = await book(pool, { user_id: id, customer_email: 'ahead@example.com' });
      await expect(leave(pool, person)).rejects.toMatchObject({
        code: 'PT409',
        message: 'upcoming_bookings',
      });
      expect((await myData(pool, person)).bookings).toMatchObject([
        { id: booking, customer_email: 'ahead@example.com' },
      ]);
      await call(pool, 'release_booking', booking, 2000, 2000, 'test');
      await leave(pool, person);
    });

    test('refunds a payment that arrives afterwards', async () => {
      const { id, person } = await signUp(pool, 'hasty@example.com');
      const { booking_id: booking } = await hold(pool, wanted({ user_id: id }));
      await leave(pool, person);
      expect(await stored(pool, booking)).toMatchObject({ status: 'cancelled', has_claim: false });
      expect(await settle(pool, 'pi_hasty', booking)).toMatchObject({ outcome: 'refund_due' });
      const { rows } = await pool.query(
        `select to_email from public.mail_outbox where booking_id = $1 and status = 'queued'`,
        [booking],
      );
      expect(rows, 'no email is queued').toEqual([]);
    });

    test('is refused to the last administrator, but not to one of two', async () => {
      const first = await signUp(pool, 'first@example.com', { admin: true });
      await expect(leave(pool, first.person)).rejects.toMatchObject({
        code: 'PT409',
        message: 'last_administrator',
      });
      await signUp(pool, 'second@example.com', { admin: true });
      await leave(pool, first.person);
      expect(await tablesWith(first.id)).toEqual([]);
    });

    test('requires a sign-in within five minutes; a refreshed token is not enough', async () => {
      const { person } = await signUp(pool, 'sleepy@example.com');
      const needed = { code: 'PT403', message: 'reauthentication_needed' };
      await expect(leave(pool, person, tooLate)).rejects.toMatchObject(needed);
      const sql = 'select public.delete_my_account()';
      await expect(ask(pool, person, sql), 'no word of a proof').rejects.toMatchObject(needed);
      const renewed = justProved(person, { method: 'token_refresh' });
      await expect(ask(pool, renewed, sql)).rejects.toMatchObject(needed);
      await leave(pool, person);
      await expect(leave(pool, person), 'the token outlives the account').rejects.toMatchObject({
        code: 'PT401',
        message: 'not_signed_in',
      });
    });

    test('keeps emails to an address that the person only requested', async () => {
      await customer('desired@example.com');
      const mails = `select status, count(*)::integer as count from public.mail_outbox
        where to_email = 'desired@example.com' group by status`;
      const before = (await pool.query(mails)).rows;
      const { id, person } = await signUp(pool, 'desires@example.com');
      await pool.query('update auth.users set email_change = $2 where id = $1', [
        id,
        'desired@example.com',
      ]);
      await leave(pool, person);
      expect((await pool.query(mails)).rows).toEqual(before);
    });

    test('leaves bookings made by others with another address', async () => {
      const { person } = await customer('single@example.com');
      const foreign = await book(pool, { customer_email: 'single2@example.com' });
      await leave(pool, person);
      const { rows } = await pool.query(
        'select customer_email from public.bookings where id = $1',
        [foreign],
      );
      expect(rows).toEqual([{ customer_email: 'single2@example.com' }]);
    });
  });
});
