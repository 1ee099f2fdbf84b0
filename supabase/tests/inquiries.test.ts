import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { anon, ask, justProved, signUp, type Person } from './cast.ts';

type Mail = {
  key: string;
  to_email: string;
  booking_id: string | null;
  data: Record<string, string>;
};

describeEachDatabase('An inquiry', (open) => {
  let database: Database;
  let customer: Person;

  beforeAll(async () => {
    database = await open();
    customer = (await signUp(database.pool, 'customer@example.com')).person;
  });
  beforeEach(async () => {
    await database.pool.query('delete from public.inquiries; delete from public.mail_outbox');
  });
  afterAll(() => database.close());

  const write = (change: Record<string, unknown> = {}, who = anon) => {
    const inquiry = {
      name: 'Di Lane',
      email: 'Di@Example.com',
      subject: 'Engine bay',
      message: 'Is it\nincluded?',
      booking_id: null,
      ...change,
    };
    return ask(
      database.pool,
      who,
      `insert into public.inquiries (name, email, subject, message, booking_id) values ($1, $2, $3, $4, $5)`,
      Object.values(inquiry),
    );
  };
  const mails = async () =>
    (
      await database.pool.query<Mail>(
        'select key, to_email, booking_id, data from public.mail_outbox',
      )
    ).rows;
  const tooMany = { code: 'PT429', message: 'too_many_inquiries' };

  test.each([
    ['inquiry', `insert into public.inquiries (name, email, subject, message) values`],
    ['review', `insert into public.reviews (customer_name, rating) values`],
  ])('a visitor writes one %s in a statement, not two', async (what, insert) => {
    const row = what === 'review' ? `('Bo', 5)` : `('Bo', 'bo@example.com', 'S', 'M')`;
    await expect(ask(database.pool, anon, `${insert} ${row}, ${row}`)).rejects.toMatchObject({
      code: 'PT400',
      message: 'one_at_a_time',
    });
    await ask(database.pool, anon, `${insert} ${row}`);
  });

  test('reaches the info address by email, and a reply goes to the sender', async () => {
    await write();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      key: expect.stringMatching(/^inquiry_received:[0-9a-f-]{36}$/) as string,
      to_email: 'info@lustre.example',
      booking_id: null,
      data: {
        reply_to: 'Di@Example.com',
        customer_name: 'Di Lane',
        customer_email: 'Di@Example.com',
        inquiry_subject: 'Engine bay',
        inquiry_message: 'Is it\nincluded?',
        booking_id: '',
        booking: '',
      },
    });
  });

  test('names its booking to the business', async () => {
    const id = await book(database.pool, { customer_email: 'ada@example.com' });
    await write({ booking_id: id });
    const booking = (await mails()).find(({ key }) => key.startsWith('inquiry'))?.data['booking'];
    expect(booking).toMatch(
      /^\w[\w ]+ on \w+, \w+ \d+, 20\d\d at \d+:\d\d [AP]M, booked by .+ \(ada@example.com\)$/,
    );
  });

  test('about an unknown booking is accepted like any other, so it reveals no booking', async () => {
    const nothing = '00000000-0000-4000-8000-00000000dead';
    const { rowCount } = await write({ booking_id: nothing });
    expect(rowCount).toBe(1);
    expect((await mails())[0]?.data).toMatchObject({
      booking_id: nothing,
      booking: 'There is no booking with this number',
    });
  });

  test('is refused from the sixth of one address in an hour, in any spelling', async () => {
    for (const email of [
      'di@example.com',
      'DI@example.com',
      'Di+1@Example.com',
      'di+b@Example.com',
    ]) {
      await write({ email });
    }
    await write({}, customer);
    await expect(write({ email: 'dI@example.com' })).rejects.toMatchObject(tooMany);
    await expect(write({}, customer)).rejects.toMatchObject(tooMany);
    await write({ email: 'somebody.else@example.com' });
    expect(await mails()).toHaveLength(6);
  });

  test('is accepted again after an hour', async () => {
    for (let written = 0; written < 5; written += 1) await write();
    await database.pool.query(
      `update public.inquiries set created_at = created_at - interval '61 minutes'`,
    );
    await write();
    expect(await mails()).toHaveLength(6);
  });

  /** That many inquiries, each from its own address. */
  const flood = (count: number, sender = 'flood') =>
    database.pool.query(
      `insert into public.inquiries (name, email, subject, message)
       select 'N', $2 || n || '@example.com', 'S', 'M' from generate_series(1, $1) n`,
      [count, sender],
    );
  const heldBack = async () =>
    (
      await database.pool.query<{ email: string }>(
        `select email from public.inquiries where status = 'held_back' order by created_at`,
      )
    ).rows.map(({ email }) => email);

  test('is held back without an email from the sixty-first of all addresses in an hour [S5.4]', async () => {
    await flood(60);
    expect((await write()).rowCount).toBe(1);
    expect(await heldBack()).toEqual(['Di@Example.com']);
    expect(await mails()).toHaveLength(60);
  });

  test('arrives as usual once sixty others are older than an hour', async () => {
    await flood(70);
    await database.pool.query(
      `update public.inquiries set created_at = created_at - interval '61 minutes'`,
    );
    await write();
    expect(await heldBack()).toHaveLength(10);
    expect(await mails()).toHaveLength(61);
  });

  test('is refused from the sixth of one address also while inquiries are held back', async () => {
    await flood(60);
    for (let written = 0; written < 5; written += 1) await write();
    await expect(write()).rejects.toMatchObject(tooMany);
    expect(await heldBack()).toHaveLength(5);
  });

  test('is refused after 1200 held-back ones in a day', async () => {
    await flood(60);
    await database.pool.query(`alter table public.inquiries disable trigger limit_inquiries`);
    await database.pool.query(
      `insert into public.inquiries (name, email, subject, message, status, created_at)
       select 'N', 'held' || n || '@example.com', 'S', 'M', 'held_back', now() - interval '23 hours'
       from generate_series(1, 1199) n`,
    );
    await database.pool.query(`alter table public.inquiries enable trigger limit_inquiries`);
    await write();
    await expect(write({ email: 'late@example.com' })).rejects.toMatchObject(tooMany);
  });

  test('cannot be sent as held back, and its sender cannot read whether it was', async () => {
    await expect(
      ask(
        database.pool,
        anon,
        `insert into public.inquiries (name, email, subject, message, status) values ('N', 'n@example.com', 'S', 'M', 'closed')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await flood(60);
    await write({ email: 'customer@example.com' }, customer);
    expect((await ask(database.pool, customer, 'select id from public.inquiries')).rows).toEqual(
      [],
    );
    const { rows } = await ask(
      database.pool,
      justProved(customer),
      `select public.my_data() -> 'inquiries' -> 0 ->> 'status' as status`,
    );
    expect(rows).toEqual([{ status: 'new' }]);
  });

  test('that was held back is in one email to the owner after its hour', async () => {
    await flood(63);
    await database.pool.query(
      `update public.inquiries set created_at = '2026-11-21T14:40:00Z' where status = 'held_back'`,
    );
    const notices = async () =>
      (await mails())
        .filter(({ key }) => key.startsWith('inquiries_held_back:'))
        .map(({ key, to_email, data }) => [key, to_email, data['held_back']]);
    const due = (at: string) => database.pool.query('select public.queue_due_mails($1)', [at]);
    await due('2026-11-21T14:59:00Z');
    expect(await notices()).toEqual([]);
    await due('2026-11-21T15:00:00Z');
    await due('2026-11-21T15:01:00Z');
    await due('2026-11-21T16:01:00Z');
    expect(await notices()).toEqual([
      ['inquiries_held_back:2026-11-21T14', 'info@lustre.example', '3 inquiries'],
    ]);
  });

  test('that is refused sends no email', async () => {
    await expect(write({ message: '   ' })).rejects.toMatchObject({ code: '23514' });
    expect(await mails()).toEqual([]);
  });
});
