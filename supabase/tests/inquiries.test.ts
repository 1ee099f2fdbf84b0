import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { anon, ask, signUp, type Person } from './cast.ts';

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

  test('reaches the info address by mail, and an answer goes to whoever wrote', async () => {
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

  test('names the booking it is about to the business', async () => {
    const id = await book(database.pool, { customer_email: 'ada@example.com' });
    await write({ booking_id: id });
    const booking = (await mails()).find(({ key }) => key.startsWith('inquiry'))?.data['booking'];
    expect(booking).toMatch(
      /^\w[\w ]+ on \w+, \w+ \d+, 20\d\d at \d+:\d\d [AP]M, booked by .+ \(ada@example.com\)$/,
    );
  });

  test('about a booking that does not exist is taken like any other, so nobody learns which do', async () => {
    const nothing = '00000000-0000-4000-8000-00000000dead';
    const { rowCount } = await write({ booking_id: nothing });
    expect(rowCount).toBe(1);
    expect((await mails())[0]?.data).toMatchObject({
      booking_id: nothing,
      booking: 'There is no booking with this number',
    });
  });

  test('is refused from the sixth of one address within the hour, however it is spelled', async () => {
    for (const email of ['di@example.com', 'DI@example.com', 'Di@Example.com', 'di@Example.com']) {
      await write({ email });
    }
    await write({}, customer);
    await expect(write({ email: 'dI@example.com' })).rejects.toMatchObject(tooMany);
    await expect(write({}, customer)).rejects.toMatchObject(tooMany);
    await write({ email: 'somebody.else@example.com' });
    expect(await mails()).toHaveLength(6);
  });

  test('is taken again when the hour is over', async () => {
    for (let written = 0; written < 5; written += 1) await write();
    await database.pool.query(
      `update public.inquiries set created_at = created_at - interval '61 minutes'`,
    );
    await write();
    expect(await mails()).toHaveLength(6);
  });

  test('is refused from the sixty-first of all addresses within the hour', async () => {
    await database.pool.query(
      `insert into public.inquiries (name, email, subject, message)
       select 'N', n || '@example.com', 'S', 'M' from generate_series(1, 60) n`,
    );
    await expect(write()).rejects.toMatchObject(tooMany);
  });

  test('that is refused mails nothing', async () => {
    await expect(write({ message: '   ' })).rejects.toMatchObject({ code: '23514' });
    expect(await mails()).toEqual([]);
  });
});
