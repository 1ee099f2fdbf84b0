import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, coupon, hold, wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

describeEachDatabase('A person who asks the business', (open) => {
  let database: Database;
  let pool: Pool;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    pool = database.pool;
    boss = (await signUp(pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const rpc = async <Answer>(name: string, email: string) =>
    (await ask(pool, boss, `select public.${name}($1) as it`, [email])).rows[0]?.['it'] as Answer;
  const erase = (email: string) => rpc<null>('erase_customer', email);

  const letPass = (id: string) =>
    pool.query(`update public.bookings set booking_date = booking_date - 400 where id = $1`, [id]);

  /** Somebody with something of theirs everywhere, and nothing ahead. */
  async function somebody(email: string) {
    const { id, person } = await signUp(pool, email);
    const own = await book(pool, {
      ...coupon,
      customer_email: email,
      customer_name: 'Zoe Leaver',
      customer_phone: '+14165550199',
      address: '77 Gone Road',
      city: 'Goneville',
      postal_code: 'Z9Z 9Z9',
      user_id: id,
    });
    await letPass(own);
    // The history of changes tells the name it was, and the name it is.
    await pool.query(
      `update public.bookings set customer_name = 'Zoe Goner', done_at = now() where id = $1`,
      [own],
    );
    await pool.query(
      `insert into public.booking_notes (booking_id, note) values ('${own}', 'Zoe Goner likes wax');
       update public.customers set note = 'Zoe Goner has a dog' where email = '${email}';
       insert into public.reviews (booking_id, customer_name, rating, comment) values ('${own}', 'Zoe Goner', 5, 'Shiny');
       insert into public.inquiries (name, email, subject, message) values ('Zoe Goner', '${email.toUpperCase()}', 'Hi', 'Hello');
       insert into public.waiting_list (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone)
         values (current_date + 9, 'basic-wash', 'Basic Wash', 'suv', 120, 'Zoe Goner', '${email}', '+14165550199');
       insert into public.mail_choices (email, unsubscribed_at) values ('${email}', now());
       insert into public.payment_findings (kind, subject, reason, facts)
         values ('paid_without_booking', 'intent:of ${own}', 'unknown_intent',
           '{"amount_cents": 100, "email": "${email.toUpperCase()}", "description": "Wax for Zoe Goner"}');
       with found as (
         insert into public.payment_findings (kind, subject, reason, booking_id)
         values ('amount_unlike', 'booking:${own}', 'overpaid', '${own}') returning id
       )
       insert into public.payment_finding_steps (finding_id, actor_label, step, note)
         select id, 'boss@example.com', 'asked', 'Zoe Goner will call' from found;`,
    );
    await call(pool, 'enqueue_mail', `reset:${email}`, 'password_recovery', email, null, {
      token: '123456',
    });
    return { id, own, person };
  }

  /** Where in the whole database a text still stands. */
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

  describe('for a copy', () => {
    type Copy = Record<
      'bookings' | 'reviews' | 'inquiries' | 'mails' | 'waiting_list',
      Record<string, unknown>[]
    > & { customer: object; account: object | null };

    test('is given everything that is kept about the address, but for secrets', async () => {
      const email = 'copy@example.com';
      const { own } = await somebody(email);
      await book(pool, { customer_email: 'other@example.com', customer_name: 'Otto Other' });
      const copy = await rpc<Copy>('customer_data', ' Copy@Example.com');
      expect(copy.customer).toMatchObject({ note: 'Zoe Goner has a dog' });
      expect(copy.account).toMatchObject({ email });
      expect(copy.bookings).toMatchObject([
        { id: own, address: '77 Gone Road', note: 'Zoe Goner likes wax' },
      ]);
      expect(copy.reviews).toMatchObject([{ comment: 'Shiny' }]);
      expect(copy.inquiries).toMatchObject([{ message: 'Hello' }]);
      expect(copy.waiting_list).toMatchObject([{ service_name: 'Basic Wash' }]);
      expect(copy.mails.map(({ kind }) => kind)).toContain('inquiry_received');
      expect(JSON.stringify(copy)).not.toContain('123456');
      expect(JSON.stringify(copy)).not.toContain('Otto Other');
    });

    test('who never had an account is given the rest', async () => {
      await book(pool, { customer_email: 'guest@example.com' });
      const copy = await rpc<Copy>('customer_data', 'guest@example.com');
      expect(copy.account).toBeNull();
      expect(copy.bookings).toHaveLength(1);
    });
  });

  test('who asks with an own account is told what they wait for and want to hear, too', async () => {
    const { person } = await somebody('self@example.com');
    const { rows } = await ask(pool, person, 'select public.my_data() as it');
    expect(rows[0]?.['it']).toMatchObject({
      waiting_list: [{ service_name: 'Basic Wash' }],
      unsubscribed_at: expect.any(String) as string,
    });
    await erase('self@example.com');
  });

  describe('to be forgotten', () => {
    test('is gone from the whole database, while the books stay', async () => {
      // The copies of the tests before tell of the same name.
      await erase('copy@example.com');
      const email = 'leaver@example.com';
      const { id, own } = await somebody(email);
      const before = await pool.query('select amount_cents from public.payments order by id');
      const { rows: total } = await pool.query(
        'select total_cents, status, done_at from public.bookings where id = $1',
        [own],
      );
      await erase(email);
      for (const trace of [
        email,
        id,
        'Zoe Leaver',
        'Zoe Goner',
        '4165550199',
        '77 Gone Road',
        'Goneville',
        'Z9Z 9Z9',
      ]) {
        expect(await tablesWith(trace), trace).toEqual([]);
      }
      const after = await pool.query('select amount_cents from public.payments order by id');
      expect(after.rows).toEqual(before.rows);
      const kept = await pool.query(
        'select total_cents, status, done_at from public.bookings where id = $1',
        [own],
      );
      expect(kept.rows).toEqual(total);
    });

    test('is not remembered by money of theirs that Stripe still lists', async () => {
      const email = 'payer@example.com';
      await book(pool, { customer_email: email }).then(letPass);
      const paid = JSON.stringify({ amount_cents: 100, email, description: 'Wax' });
      const sweep = () =>
        call(pool, 'note_unmatched_intent', 'pi_payer', null, 'unknown_intent', paid);
      await sweep();
      expect(await tablesWith(email)).toContain('public.payment_findings');
      await erase(email);
      await sweep();
      expect(await tablesWith(email)).toEqual([]);
    });

    test('leaves a word in the history that somebody was, and not who', async () => {
      const { own } = await somebody('told@example.com');
      await erase('told@example.com');
      const { rows } = await pool.query(
        `select action, actor_label, was, "is" from public.booking_changes where booking_id = $1 order by id desc limit 1`,
        [own],
      );
      expect(rows).toEqual([
        { action: 'forgotten', actor_label: 'boss@example.com', was: null, is: {} },
      ]);
    });

    test('stays unsubscribed, and the coupon stays used, when the address comes back', async () => {
      const email = 'back@example.com';
      await somebody(email);
      await erase(email);
      const { rows } = await pool.query('select private.may_ask_for_review($1) as may', [email]);
      expect(rows).toEqual([{ may: false }]);
      await expect(hold(pool, wanted({ ...coupon, customer_email: email }))).rejects.toMatchObject({
        message: 'coupon_used',
      });
      // And once more, although there is a mark of them already.
      const again = await book(pool, { customer_email: email });
      await letPass(again);
      await pool.query(
        `insert into public.mail_choices (email, unsubscribed_at) values ($1, now())`,
        [email],
      );
      await erase(email);
      expect(await tablesWith(email)).toEqual([]);
    });

    test('who only wrote is forgotten the same way, and nobody twice', async () => {
      const email = 'writer@example.com';
      await pool.query(
        `insert into public.inquiries (name, email, subject, message) values ('Wim', $1, 'Hi', 'Hello')`,
        [email],
      );
      await erase(email);
      expect(await tablesWith(email)).toEqual([]);
      await expect(erase(email)).rejects.toMatchObject({
        code: 'PT404',
        message: 'customer_not_found',
      });
    });

    test('has to wait for a booking that is ahead, which the page names', async () => {
      const email = 'ahead@example.com';
      const booking = await book(pool, { customer_email: email });
      await expect(erase(email)).rejects.toMatchObject({
        code: 'PT409',
        message: 'upcoming_bookings',
      });
      expect(await rpc('customer_page', email)).toMatchObject({ in_the_way: { id: booking } });
      expect(await tablesWith(email)).not.toEqual([]);
      await call(pool, 'release_booking', booking, 2000, 2000, 'test');
      await erase(email);
    });

    test('gives up a time that is only held, so that a payment under way comes back', async () => {
      const email = 'holding@example.com';
      const { booking_id: booking } = await hold(pool, wanted({ customer_email: email }));
      await erase(email);
      const { rows } = await pool.query('select status from public.bookings where id = $1', [
        booking,
      ]);
      expect(rows).toEqual([{ status: 'cancelled' }]);
    });

    test('is refused where the address runs the business', async () => {
      await call(pool, 'set_info_email', 'info@example.com');
      await pool.query(
        `insert into public.inquiries (name, email, subject, message) values ('I', 'info@example.com', 'Hi', 'Hello')`,
      );
      for (const email of ['boss@example.com', 'info@example.com']) {
        await expect(erase(email), email).rejects.toMatchObject({
          code: 'PT409',
          message: 'administrator_account',
        });
      }
    });
  });
});
