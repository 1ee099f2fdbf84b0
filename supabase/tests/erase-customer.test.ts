import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { nothingMore } from '../../domain/booking/more-fields.ts';
import { moreSamples } from '../../domain/testing/more-samples.ts';
import { book, call, coupon, hold, wanted } from './bookings.ts';
import { anon, ask, justProved, signUp, type Person } from './cast.ts';

describeEachDatabase("A customer's data, on request to the business", (open) => {
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
  /** As `rpc`, with arguments by name. */
  const rpcOf = async <Answer>(name: string, values: Record<string, unknown>) => {
    const named = Object.keys(values).map((key, index) => `${key} => $${index + 1}`);
    const asked = `select public.${name}(${named.join(', ')}) as it`;
    return (await ask(pool, boss, asked, Object.values(values))).rows[0]?.['it'] as Answer;
  };

  const letPass = (id: string) =>
    pool.query(`update public.bookings set booking_date = booking_date - 400 where id = $1`, [id]);

  let people = 0;

  /** A person with data in every table, and no booking ahead. */
  async function personWithData(email: string) {
    // A coupon counts once for a phone number.
    const phone = `+1416557${1000 + (people += 1)}`;
    const { id, person } = await signUp(pool, email);
    const own = await book(pool, {
      ...coupon,
      customer_email: email,
      customer_name: 'Zoe Leaver',
      customer_phone: phone,
      car_model: 'Gonemobile ZOE 77',
      address: '77 Gone Road',
      city: 'Goneville',
      postal_code: 'Z9Z 9Z9',
      ...moreSamples(() => 'Gone detail'),
      user_id: id,
    });
    await letPass(own);
    // The history of changes has the old and the new name.
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
         values (current_date + 9, 'basic-wash', 'Basic Wash', 'suv', 120, 'Zoe Goner', '${email}', '${phone}');
       insert into public.mail_choices (email, unsubscribed_at) values ('${email}', now());
       insert into public.payment_findings (kind, subject, reason, facts)
         values ('paid_without_booking', 'intent:of ${own}', 'unknown_intent',
           '{"amount_cents": 100, "email": "${email.toUpperCase()}", "description": "Wax for Zoe Goner"}');
       insert into public.payment_findings (kind, subject, reason, booking_id, steps)
         values ('amount_unlike', 'booking:${own}', 'overpaid', '${own}',
           '[{"by": "boss@example.com", "step": "asked", "note": "Zoe Goner will call"}]');`,
    );
    await call(pool, 'enqueue_mail', `reset:${email}`, 'password_recovery', email, null, {
      token: '123456',
    });
    return { id, own, person };
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

  describe('as a copy', () => {
    type Copy = Record<
      'bookings' | 'reviews' | 'inquiries' | 'mails' | 'waiting_list',
      Record<string, unknown>[]
    > & { customer: object; account: object | null };

    test('has everything about the address, except secrets', async () => {
      const email = 'copy@example.com';
      const { own } = await personWithData(email);
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

    test('has everything about a person without an account', async () => {
      await book(pool, { customer_email: 'guest@example.com' });
      const copy = await rpc<Copy>('customer_data', 'guest@example.com');
      expect(copy.account).toBeNull();
      expect(copy.bookings).toHaveLength(1);
    });
  });

  test('with an own account include the waiting list and email preferences', async () => {
    const { person } = await personWithData('self@example.com');
    const { rows } = await ask(pool, justProved(person), 'select public.my_data() as it');
    expect(rows[0]?.['it']).toMatchObject({
      waiting_list: [{ service_name: 'Basic Wash' }],
      unsubscribed_at: expect.any(String) as string,
    });
    await erase('self@example.com');
  });

  describe('when erased', () => {
    test('is gone from the whole database, and the records stay', async () => {
      // The copies made by earlier tests have the same name.
      await erase('copy@example.com');
      const email = 'leaver@example.com';
      const { id, own } = await personWithData(email);
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
        '1416557',
        '77 Gone Road',
        'Goneville',
        'Z9Z 9Z9',
        'Gonemobile',
        'Gone detail',
      ]) {
        expect(await tablesWith(trace), trace).toEqual([]);
      }
      const after = await pool.query('select amount_cents from public.payments order by id');
      expect(after.rows).toEqual(before.rows);
      const more = await pool.query(
        'select private.optional_details(booking) as it from public.bookings as booking where id = $1',
        [own],
      );
      expect(more.rows).toEqual([{ it: nothingMore }]);
      const history = await pool.query(
        'select was, "is" from public.booking_changes where booking_id = $1 and (was ?| $2 or "is" ?| $2)',
        [own, Object.keys(nothingMore)],
      );
      expect(history.rows).toEqual([]);
      const kept = await pool.query(
        'select total_cents, status, done_at from public.bookings where id = $1',
        [own],
      );
      expect(kept.rows).toEqual(total);
    });

    test('opens with its id for nobody', async () => {
      const email = 'closed@example.com';
      const own = await book(pool, { customer_email: email });
      await letPass(own);
      await erase(email);
      const named = `deleted-${own}@account.invalid`;
      const visitor = async (statement: string, headers: Record<string, string>) => {
        const asked = ask(pool, { ...anon, headers }, statement, [own, named]);
        return asked
          .then(({ rows }) => rows[0]?.['it'])
          .catch((error: unknown) => (error as Error).message);
      };
      const heads = { 'x-booking-id': own, 'x-booking-email': named };
      const read = 'select count(*)::int as it from public.bookings where id = $1 or $2 = $$$$';
      expect(await visitor(read, heads)).toBe(0);
      expect(
        await visitor('select public.booking_details(array[$1]::uuid[], $2) as it', {}),
      ).toEqual([]);
      for (const door of ['open_visit', 'open_balance', 'choose_texts']) {
        const opened = visitor(`select public.${door}($1, $2) as it`, {});
        expect(await opened, door).toBe('booking_not_found');
      }
    });

    test('does not return with a payment that Stripe still lists', async () => {
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

    test('leaves an entry in the history without the name', async () => {
      const { own } = await personWithData('history@example.com');
      await erase('history@example.com');
      const { rows } = await pool.query(
        `select action, actor_label, was, "is" from public.booking_changes where booking_id = $1 order by id desc limit 1`,
        [own],
      );
      expect(rows).toEqual([
        { action: 'forgotten', actor_label: 'boss@example.com', was: null, is: {} },
      ]);
    });

    test('keeps the address unsubscribed and the coupon used when the address returns', async () => {
      const email = 'back@example.com';
      await personWithData(email);
      await erase(email);
      const { rows } = await pool.query('select private.may_ask_for_review($1) as may', [email]);
      expect(rows).toEqual([{ may: false }]);
      await expect(hold(pool, wanted({ ...coupon, customer_email: email }))).rejects.toMatchObject({
        message: 'coupon_used',
      });
      // A second time, when the address is marked already.
      const again = await book(pool, { customer_email: email });
      await letPass(again);
      await pool.query(
        `insert into public.mail_choices (email, unsubscribed_at) values ($1, now())`,
        [email],
      );
      await erase(email);
      expect(await tablesWith(email)).toEqual([]);
    });

    test('of a person who only sent inquiries is erased in the same way, once', async () => {
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

    test('is kept while a booking is ahead, which the answer names', async () => {
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

    test('drops queued emails, which do not count as missed', async () => {
      const email = 'unreachable@example.com';
      const { own } = await personWithData(email);
      for (const kind of ['booking_reminder', 'booking_confirmation']) {
        await call(pool, 'enqueue_mail', `${kind}:unreachable`, kind, email, own, {});
      }
      await pool.query(
        `update public.mail_outbox set status = 'failed' where key = 'booking_confirmation:unreachable'`,
      );
      await erase(email);
      const { rows } = await pool.query(
        `select distinct status from public.mail_outbox where key like '%:unreachable'`,
      );
      expect(rows).toEqual([{ status: 'dropped' }]);
      expect(await rpcOf('owner_dashboard', {})).toMatchObject({
        needs: { mails: 0 },
        failed_mails: [],
      });
    });

    test('releases an open hold and refunds a payment in progress', async () => {
      const email = 'holding@example.com';
      const { booking_id: booking } = await hold(pool, wanted({ customer_email: email }));
      await erase(email);
      const { rows } = await pool.query('select status from public.bookings where id = $1', [
        booking,
      ]);
      expect(rows).toEqual([{ status: 'cancelled' }]);
    });

    test('is not erased for an address that runs the business', async () => {
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

  describe('with an account under another address', () => {
    type Page = Record<
      'other_accounts',
      { id: string; email: string; in_the_way: object | null }[]
    >;

    /** A person whose account has another address by now, with data under that address. */
    async function moved(name: string) {
      const [old, now] = [`${name}-old@example.com`, `${name}-now@example.com`];
      const { id, own } = await personWithData(old);
      await pool.query(`update auth.users set email = $2 where id = $1`, [id, now]);
      const later = await book(pool, {
        customer_email: now,
        customer_name: 'Zoe Goner',
        user_id: id,
      });
      await letPass(later);
      await pool.query(
        `insert into public.inquiries (name, email, subject, message) values ('Zoe', $1, 'Again', 'Hello')`,
        [now],
      );
      return { id, own, later, old, now };
    }

    test('is listed with the data of that account', async () => {
      const { id, old, now } = await moved('listed');
      expect(await rpc('customer_page', old)).toMatchObject({
        has_account: false,
        kept: { bookings: 1 },
        other_accounts: [
          {
            id,
            email: now,
            addresses: [now],
            in_the_way: null,
            kept: { bookings: 1, inquiries: 1, waiting: 0 },
          },
        ],
      });
      expect(await rpc('customer_page', now)).toMatchObject({
        has_account: true,
        other_addresses: [old],
        other_accounts: [],
      });
      await rpcOf('erase_customer', { target_email: old, other_accounts: [id] });
    });

    test("includes the account's data when requested", async () => {
      const { id, later, old, now } = await moved('copied');
      const copy = await rpcOf<object>('customer_data', {
        target_email: old,
        other_accounts: [id],
      });
      expect(copy).toMatchObject({ email: old, account: null });
      const [other] = (copy as { other_accounts: Record<string, object[]>[] }).other_accounts;
      expect(other).toMatchObject({ account: { id, email: now }, inquiries: [{ email: now }] });
      expect(other?.['bookings']).toContainEqual(expect.objectContaining({ id: later }));
      expect(await rpc('customer_data', old)).toMatchObject({ other_accounts: [] });
      await rpcOf('erase_customer', { target_email: old, other_accounts: [id] });
    });

    test('is erased with the account', async () => {
      const { id, old, now } = await moved('leaving');
      await rpcOf('erase_customer', { target_email: old, other_accounts: [id] });
      for (const trace of [old, now, id, 'Zoe Goner']) {
        expect(await tablesWith(trace), trace).toEqual([]);
      }
    });

    test('is erased without the account when the owner leaves it out', async () => {
      const { id, own, later, old, now } = await moved('staying');
      await erase(old);
      expect(await tablesWith(old)).toEqual([]);
      const { rows } = await pool.query(
        'select id, user_id from public.bookings where id = any ($1) order by user_id nulls first',
        [[own, later]],
      );
      expect(rows).toEqual([
        { id: own, user_id: null },
        { id: later, user_id: id },
      ]);
      expect(await rpc('customer_page', now)).toMatchObject({ has_account: true });
      await erase(now);
    });

    test('is kept while a booking of the account is ahead', async () => {
      const { id, old, now } = await moved('waiting');
      const ahead = await book(pool, { customer_email: now, user_id: id });
      const page = await rpc<Page>('customer_page', old);
      expect(page).toMatchObject({
        in_the_way: null,
        other_accounts: [{ in_the_way: { id: ahead } }],
      });
      const both = { target_email: old, other_accounts: [id] };
      await expect(rpcOf('erase_customer', both)).rejects.toMatchObject({
        message: 'upcoming_bookings',
      });
      await erase(old);
      expect(await rpc('customer_page', old)).toBeNull();
    });

    test('leaves out the account of an administrator who books for others', async () => {
      const email = 'booked-for@example.com';
      const { rows } = await pool.query<{ id: string }>(
        `select id from auth.users where email = 'boss@example.com'`,
      );
      const id = rows[0]?.id ?? '';
      await letPass(await book(pool, { customer_email: email, user_id: id }));
      expect(await rpc('customer_page', email)).toMatchObject({ other_accounts: [] });
      await rpcOf('erase_customer', { target_email: email, other_accounts: [id] });
      expect(await tablesWith(email)).toEqual([]);
      const left = await pool.query('select from auth.users where id = $1', [id]);
      expect(left.rowCount).toBe(1);
    });
  });

  describe('of a person who only called', () => {
    const phone = '+14165550166';
    const elsewhere = '+14165550167';

    /** A phone booking without an email address; returns its id. */
    async function called(changes: Parameters<typeof wanted>[0] = {}) {
      const id = await book(pool, { customer_name: 'Wim Caller', customer_phone: phone });
      const named = { customer_name: 'Wim Caller', ...changes };
      await pool.query(
        `update public.bookings
         set source = 'phone', customer_email = null, customer_name = $2, address = '5 Caller Lane'
         where id = $1`,
        [id, named.customer_name],
      );
      return id;
    }

    test('is listed by phone number, without people who left an address with the same number', async () => {
      await letPass(await called());
      await letPass(await called({ customer_name: 'Ida Caller' }));
      await book(pool, { customer_email: 'same-number@example.com', customer_phone: phone });
      expect(await rpcOf('customer_page', { target_phone: phone })).toMatchObject({
        email: null,
        phone,
        names: ['Ida Caller', 'Wim Caller'],
        is_customer: false,
        has_account: false,
        in_the_way: null,
        kept: { bookings: 2 },
      });
      expect(await rpcOf('customer_page', { target_phone: elsewhere })).toBeNull();
    });

    test('has everything about the phone number', async () => {
      const copy = await rpcOf<{ bookings: object[] }>('customer_data', { target_phone: phone });
      expect(copy).toMatchObject({ email: null, phone, account: null });
      expect(copy.bookings).toHaveLength(2);
      expect(JSON.stringify(copy)).toContain('5 Caller Lane');
      expect(JSON.stringify(copy)).not.toContain('same-number@example.com');
    });

    test('is erased once no booking is ahead, without people who left an address', async () => {
      const ahead = await called();
      await expect(rpcOf('erase_customer', { target_phone: phone })).rejects.toMatchObject({
        code: 'PT409',
        message: 'upcoming_bookings',
      });
      expect(await rpcOf('customer_page', { target_phone: phone })).toMatchObject({
        in_the_way: { id: ahead },
      });
      await letPass(ahead);
      await rpcOf('erase_customer', { target_phone: phone });
      for (const trace of ['Wim Caller', 'Ida Caller', '5 Caller Lane']) {
        expect(await tablesWith(trace), trace).toEqual([]);
      }
      expect(await rpc('customer_page', 'same-number@example.com')).toMatchObject({ phone });
      await expect(rpcOf('erase_customer', { target_phone: phone })).rejects.toMatchObject({
        code: 'PT404',
      });
    });
  });

  test('also leaves no code, no sign-up and no pending change of another account', async () => {
    const email = 'trace@erase.example';
    const { id } = await signUp(pool, email);
    const other = await signUp(pool, 'another@erase.example');
    const own = await book(pool, {
      customer_email: email,
      customer_phone: '+14165550777',
      user_id: id,
    });
    await letPass(own);
    await pool.query(`update auth.users set phone = '14165550778' where id = $1`, [id]);
    await pool.query(`update auth.users set email_change = $2 where id = $1`, [other.id, email]);
    await pool.query(
      `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, created_at, expires_at)
       values ($1, 'email_change_new', 'x', 'y', $2, now(), now() + interval '1 hour')`,
      [other.id, email],
    );
    for (const phone of ['14165550777', '14165550778']) {
      await pool.query(
        `insert into auth.sms_outbox (phone, body, created_at, next_attempt_at, expires_at)
         values ($1, '123456', now(), now(), now())`,
        [phone],
      );
    }
    await pool.query(
      `insert into private.sign_up_passwords values ($1, 'hash', now()), ('14165550778', 'hash', now())`,
      [email],
    );
    await pool.query(
      `select public.enqueue_mail('change-trace', 'email_change', 'another@erase.example', null, jsonb_build_object('new_email', $1::text))`,
      [email],
    );
    await erase(email);
    const { rows } = await pool.query(
      `select
         (select count(*)::int from auth.sms_outbox where phone like '1416555077%') as texts,
         (select count(*)::int from auth.users where email_change is not null) as changes,
         (select count(*)::int from auth.one_time_tokens where relates_to = $1) as tokens,
         (select count(*)::int from private.sign_up_passwords) as sign_ups,
         (select count(*)::int from public.mail_outbox where data::text like '%' || $1 || '%') as mails`,
      [email],
    );
    expect(rows).toEqual([{ texts: 0, changes: 0, tokens: 0, sign_ups: 0, mails: 0 }]);
  });
});
