import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, hold, paidInFull, wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { cancelForRain } from './rain.ts';

type Listed = Record<string, unknown> & { email: string };
type Page = { customers: Listed[]; next: Record<string, string> | null };

describeEachDatabase('Customers by email address', { both: 'values' }, (open) => {
  let database: Database;
  let pool: Pool;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    pool = database.pool;
    boss = (await signUp(pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const rpc = async <Answer>(name: string, ...values: unknown[]) => {
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    const { rows } = await ask(pool, boss, `select public.${name}(${places}) as it`, values);
    return rows[0]?.['it'] as Answer;
  };
  const find = (search: string, before: object | null = null, batch = 25) =>
    rpc<Page>('find_customers', search, before && JSON.stringify(before), batch);
  const names = async (search: string) =>
    (await find(search)).customers.map(({ name }) => name as string);

  /** A visit some days ago or ahead. */
  const moveTo = (id: string, days: number, more = '') =>
    pool.query(
      `update public.bookings set booking_date = current_date + $2::int ${more} where id = $1`,
      [id, days],
    );

  test('include people who paid, but not people who only held a time', async () => {
    await hold(pool, wanted({ customer_email: 'looker@example.com' }));
    await book(pool, { customer_email: 'payer@example.com' });
    expect((await find('looker@')).customers).toEqual([]);
    expect((await find('payer@')).customers).toMatchObject([{ email: 'payer@example.com' }]);
  });

  test('have the name and number of their latest booking', async () => {
    const email = 'renamed@example.com';
    await book(pool, { customer_email: email, customer_name: 'Mia Young' });
    await book(pool, {
      customer_email: email,
      customer_name: 'Mia Old',
      customer_phone: '+14165550188',
    });
    expect((await find('renamed@')).customers).toMatchObject([
      { name: 'Mia Old', phone: '+14165550188' },
    ]);
  });

  test('have counts of visits, cars, spending, no-shows, and visits before and ahead', async () => {
    const email = 'regular@example.com';
    const done = await book(pool, { customer_email: email, ...paidInFull });
    await moveTo(done, -30, ', done_at = now()');
    const over = await book(pool, {
      customer_email: email,
      car_model: 'Fiat 500',
      car_year: 2015,
    });
    await moveTo(over, -10);
    const missed = await book(pool, { customer_email: email });
    await moveTo(missed, -5, ', no_show_at = now()');
    await cancelForRain(pool, await book(pool, { customer_email: email }));
    const ahead = await book(pool, { customer_email: email });
    const onRainDay = await book(pool, { customer_email: email });
    await moveTo(onRainDay, -3);
    await pool.query(
      `with rain as (
         insert into public.rain_days (day, part, answer_hours) values (current_date - 3, 'day', 24) returning id
       )
       insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash)
       select id, $1, current_date - 3, '12:00', 'x' from rain`,
      [onRainDay],
    );
    await pool.query(
      `insert into public.refunds (payment_id, amount_cents, reason, status)
       select id, 599, 'sorry', 'succeeded' from public.payments where booking_id = $1`,
      [done],
    );
    const [customer] = (await find('regular@')).customers;
    expect(customer).toMatchObject({
      visits: 2,
      no_shows: 1,
      spend_cents: 12599 - 599 + 5 * 2000,
      cars: ['2022 Volvo XC60', '2015 Fiat 500'],
      next_visit: { id: ahead, booking_time: '12:00:00' },
      has_note: false,
    });
    const { rows } = await pool.query<{ day: string }>(`select (current_date - 10)::text as day`);
    expect(customer?.['last_visit']).toBe(rows[0]?.day);
  });

  describe('a search', () => {
    beforeAll(async () => {
      await book(pool, {
        customer_name: 'Søren Kirk',
        customer_email: 'sk@brave.example',
        customer_phone: '+19055550777',
      });
      await book(pool, { customer_name: '100% Clean', customer_email: 'pc@brave.example' });
    });

    test.each([
      ['a part of the name', 'øre', ['Søren Kirk']],
      ['the words in any order', 'kirk søren', ['Søren Kirk']],
      ['a part of the address', 'sk@brave', ['Søren Kirk']],
      ['a phone number in any format', '(905) 555-0777', ['Søren Kirk']],
      ['the first two letters of a word', 'ki', ['Søren Kirk']],
      ['a wildcard character, taken literally', '00%', ['100% Clean']],
      ['an unknown word', 'zzzzz', []],
      ['an underscore, taken literally', 's_ren', []],
    ])('finds by %s', async (_, search, found) => {
      expect(await names(search)).toEqual(found);
    });
  });

  test('page on from the last row, with nobody twice', async () => {
    for (let number = 0; number < 5; number += 1) {
      await book(pool, { customer_email: `page${number}@pages.example` });
    }
    const seen: string[] = [];
    let before: Page['next'] = null;
    do {
      const page: Page = await find('pages.example', before, 2);
      seen.push(...page.customers.map(({ email }) => email));
      before = page.next;
    } while (before);
    expect(seen).toEqual([4, 3, 2, 1, 0].map((number) => `page${number}@pages.example`));
  });

  test('owe what is due for visits that took place', async () => {
    const email = 'owing@example.com';
    const [past, missed, ahead] = [
      await book(pool, { customer_email: email }),
      await book(pool, { customer_email: email }),
      await book(pool, { customer_email: email }),
    ];
    await pool.query('update public.bookings set done_at = now() where id = $1', [past]);
    await pool.query('update public.bookings set no_show_at = now() where id = $1', [missed]);
    type Owing = { bookings: { id: string; due_cents: number }[] };
    const { bookings } = await rpc<Owing>('customer_bookings', email);
    const dueOf = (id: string) => bookings.find((one) => one.id === id)?.due_cents;
    expect([dueOf(past), dueOf(missed), dueOf(ahead)]).toEqual([9999, 0, 9999]);
    expect(await rpc<{ owed_cents: number }>('customer_page', email)).toMatchObject({
      owed_cents: 9999,
    });
  });

  test('have their bookings a page at a time, latest day first', async () => {
    const email = 'many@example.com';
    const ids = [];
    for (let number = 0; number < 3; number += 1) {
      ids.unshift(await book(pool, { customer_email: email }));
    }
    type Bookings = { bookings: { id: string }[]; next: object | null };
    const first = await rpc<Bookings>('customer_bookings', email, null, 2);
    const second = await rpc<Bookings>('customer_bookings', email, JSON.stringify(first.next), 2);
    expect([...first.bookings, ...second.bookings].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
  });

  test('lack replaced holds in their bookings, and in the list of unpaid ones unless searched', async () => {
    const email = 'replacer@example.com';
    const paid = await book(pool, { customer_email: email });
    const { booking_id: first } = await hold(pool, wanted({ customer_email: email }));
    const again = wanted({ customer_email: email, replaces_booking_id: first });
    const { booking_id: second } = await hold(pool, again);
    type Bookings = { bookings: { id: string }[] };
    const ids = ({ bookings }: Bookings) => bookings.map(({ id }) => id).sort();
    expect(ids(await rpc<Bookings>('customer_bookings', email))).toEqual([paid, second].sort());
    const unpaid = ids(await rpc<Bookings>('find_bookings', '', ['pending_payment']));
    expect(unpaid).toContain(second);
    expect(unpaid).not.toContain(first);
    expect(ids(await rpc<Bookings>('find_bookings', first))).toEqual([first]);
  });

  describe('a note', () => {
    const noted = async (email: string) => {
      await book(pool, { customer_email: email });
      return (...values: unknown[]) => rpc('save_customer_note', email, ...values);
    };

    test('is kept for an existing customer only', async () => {
      await noted('noted@example.com');
      await rpc('save_customer_note', 'Noted@Example.com', '  Dog in the yard. ', 0);
      expect(await rpc('customer_page', 'noted@example.com')).toMatchObject({
        note: 'Dog in the yard.',
        note_version: 1,
      });
      await expect(rpc('save_customer_note', 'nobody@example.com', 'x', 0)).rejects.toMatchObject({
        code: 'PT404',
        message: 'customer_not_found',
      });
    });

    test('replaces the version that was read, and no other', async () => {
      const save = await noted('twice@example.com');
      expect(await save('Ring twice', 0)).toEqual({ text: 'Ring twice', version: 1 });
      await expect(save('Ring once', 0)).rejects.toMatchObject({
        code: 'PT409',
        message: 'note_changed',
      });
      // An equal note is no conflict: the same request was sent twice.
      expect(await save('Ring twice', 0)).toEqual({ text: 'Ring twice', version: 1 });
      expect(await save('', 1)).toEqual({ text: '', version: 2 });
      expect(await rpc('customer_page', 'twice@example.com')).toMatchObject({
        note: '',
        note_version: 2,
      });
    });

    test('is kept once when two sessions write it at the same time, and the other is refused', async () => {
      const save = await noted('both@example.com');
      const results = await Promise.allSettled([save('First', 0), save('Second', 0)]);
      expect(
        results
          .map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'kept'))
          .sort(),
      ).toEqual(['kept', 'note_changed']);
    });

    test('of a page without versions is kept, and other sessions see the conflict', async () => {
      const save = await noted('older@example.com');
      await save('Gate code 1234', 0);
      expect(await save('Gate code 5678')).toEqual({ text: 'Gate code 5678', version: 2 });
      await expect(save('No gate', 1)).rejects.toThrow('note_changed');
    });

    test('is refused when it is too long', async () => {
      const save = await noted('long@example.com');
      await expect(save('x'.repeat(4001), 0)).rejects.toMatchObject({
        code: 'PT400',
        message: 'note_too_long',
      });
    });
  });

  test('are not found by an unknown address', async () => {
    expect(await rpc('customer_page', 'unheard@example.com')).toBeNull();
  });

  test('are gone after the last booking when an account is deleted', async () => {
    const booking = await book(pool, { customer_email: 'gone@example.com' });
    await pool.query(
      `update public.bookings set customer_email = 'deleted-' || id || '@account.invalid' where id = $1`,
      [booking],
    );
    const { rows } = await pool.query(
      `select email from public.customers where email like 'gone@%' or email like 'deleted-%'`,
    );
    expect(rows).toEqual([]);
  });
});

describeEachDatabase('Customers by phone', (open) => {
  let database: Database;
  let pool: Pool;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    pool = database.pool;
    boss = (await signUp(pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const rpc = async <Answer>(name: string, ...values: unknown[]) => {
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    const { rows } = await ask(pool, boss, `select public.${name}(${places}) as it`, values);
    return rows[0]?.['it'] as Answer;
  };
  const find = async (search: string) =>
    (
      await rpc<{ customers: { name: string; phone: string; visits: number }[] }>(
        'find_phone_customers',
        search,
      )
    ).customers;
  let daysAgo = 9;
  const bookByPhone = async (name: string, phone: string) => {
    const id = await book(pool, { customer_name: name, customer_phone: phone });
    await pool.query(
      `update public.bookings set customer_email = null, source = 'phone', booking_date = current_date - $2::int,
         done_at = now() where id = $1`,
      [id, (daysAgo += 1)],
    );
    return id;
  };

  test('are those without an email address, by number and name, with their visits', async () => {
    await bookByPhone('Rosa Diaz', '+14165550301');
    await bookByPhone('ROSA DIAZ', '+14165550301');
    await bookByPhone('Amy Diaz', '+14165550301');
    await book(pool, { customer_name: 'Gina Diaz', customer_phone: '+14165550301' });
    expect(await find('diaz')).toMatchObject([
      { name: 'Amy Diaz', phone: '+14165550301', visits: 1 },
      { name: 'ROSA DIAZ', phone: '+14165550301', visits: 2 },
    ]);
    expect(await find('416 555-0301')).toHaveLength(2);
    expect(await rpc('phone_customer_page', '+14165550301', 'rosa diaz')).toMatchObject({
      name: 'ROSA DIAZ',
      visits: 2,
      bookings: [{ status: 'deposit_paid' }, { status: 'deposit_paid' }],
    });
    expect(await rpc('phone_customer_page', '+14165550301', 'Gina Diaz')).toBeNull();
    expect(await rpc('search_everything', 'amy diaz')).toMatchObject({
      customers: [],
      phone_customers: [{ name: 'Amy Diaz', phone: '+14165550301' }],
    });
  });

  test('come a page at a time, most recent booking first', async () => {
    for (const name of ['Page One', 'Page Two', 'Page Three']) {
      await bookByPhone(name, '+14165550302');
    }
    type Page = { customers: { name: string }[]; next: object | null };
    const first = await rpc<Page>('find_phone_customers', 'page', null, 2);
    const second = await rpc<Page>('find_phone_customers', 'page', JSON.stringify(first.next), 2);
    expect([...first.customers, ...second.customers].map(({ name }) => name)).toEqual([
      'Page Three',
      'Page Two',
      'Page One',
    ]);
  });

  test('stand in one list with the others, a page at a time', async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const name = `Both ${'Abcdefg'[n]}`;
      if (n % 3 === 0) await book(pool, { customer_name: name, customer_phone: '+14165550305' });
      else await bookByPhone(name, '+14165550304');
      made.unshift(name);
    }
    type Page = { customers: { name: string; email?: string }[]; next: object | null };
    const found: string[] = [];
    let next: object | null = null;
    for (let pages = 0; pages < 4; pages += 1) {
      const page: Page = await rpc('find_all_customers', 'both', next && JSON.stringify(next), 2);
      found.push(...page.customers.map(({ name }) => name));
      next = page.next;
      if (pages < 3) expect(next).toMatchObject({ with_email: {}, by_phone: {} });
    }
    expect(found).toEqual(made);
    expect(next).toBeNull();
  });

  test('have a note that goes along with a corrected name, and is not overwritten unread', async () => {
    const id = await bookByPhone('Jake Perlta', '+14165550303');
    const save = (name: string, note: string, version: number) =>
      rpc('save_phone_customer_note', '+14165550303', name, note, version);
    expect(await save('Jake Perlta', ' Has a dog ', 0)).toEqual({ text: 'Has a dog', version: 1 });
    await expect(save('Jake Perlta', 'Other', 0)).rejects.toThrow('note_changed');
    await pool.query(`update public.bookings set customer_name = 'Jake Peralta' where id = $1`, [
      id,
    ]);
    expect(await rpc('phone_customer_page', '+14165550303', 'Jake Perlta')).toBeNull();
    expect(await rpc('phone_customer_page', '+14165550303', 'Jake Peralta')).toMatchObject({
      note: 'Has a dog',
      visits: 1,
    });
  });

  test('are no longer listed once they have an email address, or their data is erased', async () => {
    const id = await bookByPhone('Terry Jeffords', '+14165550304');
    await pool.query(
      `update public.bookings set customer_email = 'terry@example.com' where id = $1`,
      [id],
    );
    expect(await find('terry')).toEqual([]);
    await bookByPhone('Ray Holt', '+14165550305');
    await rpc('save_phone_customer_note', '+14165550305', 'Ray Holt', 'Likes hula hoops', 0);
    expect(await rpc('customer_data', null, '+14165550305')).toMatchObject({
      phone_customers: [{ name: 'Ray Holt', note: 'Likes hula hoops' }],
    });
    await rpc('erase_customer', null, '+14165550305');
    expect(await find('holt')).toEqual([]);
    expect(await find('former customer')).toEqual([]);
  });
});
