import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startsAt } from '../domain/time/schedule.ts';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import {
  MailRefusedError,
  MailServerAwayError,
  type MailMessage,
} from '../supabase/functions/_shared/mail/mail-message.ts';
import type { Database } from './backend/database/database.ts';
import { deposit, paidBooking } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

const infoEmail = 'info@lustre.example';

describeEachDatabase('the email of a booking', (open) => {
  let database: Database;
  let host: FunctionHost;
  let sent: MailMessage[];
  /** The news that the owner gets. */
  let toOwner: MailMessage[];
  let isBroken = false;
  let failure: Error | null = null;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  beforeEach(() => {
    sent = [];
    toOwner = [];
    isBroken = false;
    failure = null;
  });
  afterAll(() => database.close());

  const transport = {
    send: (message: MailMessage) => {
      if (failure) return Promise.reject(failure);
      if (isBroken) return Promise.reject(new Error('The mail server does not answer'));
      (message.to === infoEmail ? toOwner : sent).push(message);
      return Promise.resolve();
    },
  };
  const deliver = () => deliverMail({ ...host.deps, transport });
  const outbox = async (key: string) => {
    const { rows } = await database.pool.query<{
      status: string;
      attempts: number;
      last_error: string | null;
    }>('select status, attempts, last_error from public.mail_outbox where key = $1', [key]);
    return rows[0];
  };
  const enqueue = (key: string, template: string, data: object) =>
    database.pool.query('select public.enqueue_mail($1, $2, $3, null, $4)', [
      key,
      template,
      'ada@example.com',
      JSON.stringify(data),
    ]);
  const enqueueDraft = (key: string) =>
    enqueue(key, 'template_test', {
      template_type: 'booking_confirmation',
      subject: key,
      content: '<p>Hello</p>',
    });
  const nothingWaits = () =>
    database.pool.query(`update public.mail_outbox set status = 'sent' where status = 'queued'`);
  const retryNow = () =>
    database.pool.query(
      `update public.mail_outbox set next_attempt_at = now() - interval '1 second' where status = 'queued'`,
    );

  it('confirms with every amount, the calendar entry and a link without signing in', async () => {
    const booking = await paidBooking(host, {
      paymentOption: 'pay_full_online',
      couponCode: 'NEWCUSTOMER20',
      tipAmount: 1500,
    });
    await deliver();
    expect(sent).toHaveLength(1);
    const [mail] = sent;
    expect(mail?.to).toMatch(/^ada-\d+@example.com$/);
    for (const part of [mail?.html, mail?.text]) {
      for (const amount of ['$119.99', '$20.00', '$5.00', '$15.00']) expect(part).toContain(amount);
      expect(part).toContain(`http://site.test/my-bookings?booking_id=${booking.bookingId}`);
      expect(part).toContain('9:00 AM');
      expect(part).not.toMatch(/\{\{|\{%|undefined|NaN/);
    }
    expect(mail?.attachments[0]).toMatchObject({
      filename: 'appointment.ics',
      content: expect.stringContaining('STATUS:CONFIRMED') as string,
    });
    expect(await outbox(`booking_confirmation:${booking.bookingId}`)).toMatchObject({
      status: 'sent',
    });
    expect(await deliver()).toBe(0);
  });

  it('of a cancellation names the refund and removes the calendar entry', async () => {
    const booking = await paidBooking(host);
    await host.call('cancel-booking', { bookingId: booking.bookingId });
    await deliver();
    // The confirmation was not sent yet, and is no longer relevant.
    expect(sent.map(({ key }) => key)).toEqual([`booking_cancellation:${booking.bookingId}`]);
    const [mail] = sent;
    expect(mail?.text).toContain(deposit);
    expect(mail?.attachments[0]?.content).toContain('STATUS:CANCELLED');
  });

  it('tells the owner of a new booking and of its cancellation, with what to act on', async () => {
    const { bookingId } = await paidBooking(host);
    await deliver();
    await host.call('cancel-booking', { bookingId });
    await deliver();
    expect(toOwner.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New booking: Premium Detailing, \w+, \w+ \d+, \d+, \d/),
      expect.stringMatching(/^Booking cancelled: Premium Detailing, /),
    ]);
    const [booked, cancelled] = toOwner;
    for (const part of ['Ada Byron', '(905) 555-0142', '2022 Honda CR-V', '$99.99']) {
      expect(booked?.text).toContain(part);
    }
    expect(booked?.html).toContain(`http://site.test/admin/bookings/${bookingId}`);
    expect(cancelled?.text).toContain(`−${deposit}`);
    expect(cancelled?.text).not.toContain('Due on site');
  });

  it('gives the owner alone what the crew needs on site', async () => {
    const onSite = { gate_access: 'Gate 4711, park behind', has_water: 'Yes', has_power: 'No' };
    const { bookingId } = await paidBooking(host);
    await database.pool.query(
      `update public.bookings set gate_access = $2, has_water = $3, has_power = $4 where id = $1`,
      [bookingId, ...Object.values(onSite)],
    );
    await deliver();
    const [news] = toOwner;
    for (const part of ['Gate 4711, park behind', 'Water tap on site', 'Power outlet on site']) {
      expect(news?.text).toContain(part);
    }
    await host.call('cancel-booking', { bookingId });
    await deliver();
    for (const mail of [...sent, toOwner[1]]) expect(mail?.text).not.toContain('4711');
    expect(sent.length).toBeGreaterThan(1);
  });

  it('says how to cancel as it is at the hour when it is sent', async () => {
    const { bookingId: paidId } = await paidBooking(host);
    const { rows } = await database.pool.query<{ id: string; date: string }>(
      `with wanted as (
         select to_jsonb(b) || jsonb_build_object('id', gen_random_uuid(), 'booking_date', b.booking_date + 60) as it
         from public.bookings as b where id = $1
       )
       select it ->> 'id' as id, it ->> 'booking_date' as date, public.book_by_phone(it, null) from wanted`,
      [paidId],
    );
    const { id: bookingId = '', date = '' } = rows[0] ?? {};
    const kinds = ['phone_booking', 'booking_confirmation', 'booking_rescheduled'];
    const at = async (time: string) => {
      host.state.now = new Date(startsAt(date, time));
      sent = [];
      await nothingWaits();
      for (const kind of kinds) {
        await database.pool.query(
          `select public.enqueue_mail($1, $2, 'ada@example.com', id,
             jsonb_build_object('old_date', booking_date, 'old_time', '08:00', 'sequence', calendar_sequence))
           from public.bookings where id = $3`,
          [`${kind}:${time}`, kind, bookingId],
        );
      }
      await deliver();
      host.state.now = null;
      expect(sent).toHaveLength(kinds.length);
      return sent.map(({ text }) => text);
    };
    for (const text of await at('02:00')) {
      expect(text).toContain('Please cancel as early as you can.');
      expect(text).not.toMatch(/at least/);
    }
    // The mail server was away until the visit had begun.
    for (const text of await at('09:30')) expect(text).not.toMatch(/cancelling is free|at least/i);
  });

  it('is dropped when its link or code has expired meanwhile', async () => {
    await nothingWaits();
    const link = { confirmation_url: 'http://site.test/login', token: '123456', email: 'a@b.ca' };
    for (const kind of ['magic_link', 'password_recovery', 'signup_confirmation']) {
      await enqueue(`late:${kind}`, kind, link);
    }
    await database.pool.query(
      `update public.mail_outbox set created_at = now() - interval '61 minutes' where key like 'late:%'`,
    );
    await deliver();
    expect(sent.map(({ key }) => key)).toEqual(['late:signup_confirmation']);
    expect(await outbox('late:magic_link')).toMatchObject({ status: 'dropped' });
  });

  it("has the booking's id only in its text, not in forwarded parts", async () => {
    const booking = await paidBooking(host);
    await deliver();
    await host.call('cancel-booking', { bookingId: booking.bookingId });
    await deliver();
    expect(sent).toHaveLength(2);
    for (const { messageId, subject, attachments } of sent) {
      const passedOn = JSON.stringify([messageId, subject, attachments]).replaceAll('\\r\\n ', '');
      expect(passedOn).not.toContain(booking.bookingId);
      expect(attachments).toHaveLength(1);
    }
    const [first, last] = sent.map(({ attachments: [file] }) => {
      const lines = file?.content.split('\r\n') ?? [];
      const of = (name: string) => lines.find((line) => line.startsWith(name));
      return { uid: of('UID:'), sequence: of('SEQUENCE:') };
    });
    expect(last).toEqual({ uid: first?.uid, sequence: 'SEQUENCE:1' });
  });

  it('shows markup in a name as text, in the email and in the subject', async () => {
    await database.pool.query(
      `update public.email_templates set subject = '{{ customer_name }}: booked'
        where template_type = 'booking_confirmation'`,
    );
    await paidBooking(host, {
      customerInfo: {
        name: '<b>Ada</b> & Co',
        email: 'markup@example.com',
        phone: '905 555 0142',
        address: '12 Main Street',
        city: 'Caledon',
        province: 'ON',
        postalCode: 'L7C 1A1',
      },
    });
    await deliver();
    expect(sent[0]?.subject).toBe('<b>Ada</b> & Co: booked');
    expect(sent[0]?.html).not.toContain('<b>Ada</b>');
    expect(sent[0]?.html).toContain('&lt;b&gt;Ada&lt;/b&gt; &amp; Co');
  });

  it('waits for an unavailable mail server without counting attempts, and is sent in order', async () => {
    await nothingWaits();
    for (const name of ['first', 'second', 'third']) {
      await enqueueDraft(`away:${name}`);
    }
    failure = new MailServerAwayError('connect ECONNREFUSED');
    for (let round = 0; round < 20; round += 1) expect(await deliver()).toBe(0);
    expect(await outbox('away:first')).toEqual({
      status: 'queued',
      attempts: 0,
      last_error: 'connect ECONNREFUSED',
    });
    expect(await outbox('away:second'), 'was not tried').toMatchObject({ last_error: null });
    failure = null;
    await deliver();
    expect(sent.map(({ key }) => key)).toEqual(['away:first', 'away:second', 'away:third']);
  });

  it('is given up at once when permanently refused, and the others are sent', async () => {
    await nothingWaits();
    await enqueueDraft('refused');
    failure = new MailRefusedError('550 No such mailbox');
    await deliver();
    failure = null;
    await retryNow();
    expect(await deliver()).toBe(0);
    expect(await outbox('refused')).toEqual({
      status: 'failed',
      attempts: 1,
      last_error: '550 No such mailbox',
    });
  });

  it('is leased right before it is sent, so that waiting ones stay available to other workers', async () => {
    await nothingWaits();
    await enqueueDraft('slow');
    await enqueueDraft('behind');
    const leased: unknown[] = [];
    await deliverMail({
      ...host.deps,
      transport: {
        send: async ({ key }) => {
          const { rows } = await database.pool.query<{ key: string }>(
            'select key from public.mail_outbox where locked_until > now()',
          );
          leased.push([key, rows.map((row) => row.key)]);
        },
      },
    });
    expect(leased).toEqual([
      ['slow', ['slow']],
      ['behind', ['behind']],
    ]);
  });

  it('is retried after a failure with the same Message-ID', async () => {
    const booking = await paidBooking(host);
    const key = `booking_confirmation:${booking.bookingId}`;
    isBroken = true;
    await deliver();
    expect(await outbox(key)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: 'The mail server does not answer',
    });
    expect(await deliver()).toBe(0);
    isBroken = false;
    await retryNow();
    await deliver();
    expect(await outbox(key)).toMatchObject({ status: 'sent' });
    const [before] = sent;
    await database.pool.query(
      `update public.mail_outbox set status = 'queued', next_attempt_at = now() where key = $1`,
      [key],
    );
    await deliver();
    expect(sent[1]?.messageId).toBe(before?.messageId);
    expect(before?.messageId).toMatch(/^<[\da-f]{64}@site\.test>$/);
  });

  it('is sent once when the database is unavailable right after sending', async () => {
    const booking = await paidBooking(host);
    const connect = vi.spyOn(database.pool, 'connect');
    const lost = {
      send: async (message: MailMessage) => {
        await transport.send(message);
        connect.mockImplementationOnce(() => {
          throw new Error('Connection terminated');
        });
      },
    };
    await deliverMail({ ...host.deps, transport: lost });
    connect.mockRestore();
    expect(sent).toHaveLength(1);
    expect(await outbox(`booking_confirmation:${booking.bookingId}`)).toMatchObject({
      status: 'sent',
      attempts: 1,
    });
  });

  it('with a broken or missing template fails with its reason and delays no other', async () => {
    await database.pool.query(
      `insert into public.email_templates (name, subject, content, template_type)
       values ('Broken', 'Hello', '{{ no_such_thing }}', 'broken')`,
    );
    await enqueue('test:broken', 'broken', {});
    await enqueue('test:missing', 'no_such_type', {});
    await enqueue('test:signup', 'signup_confirmation', {
      confirmation_url: 'http://site.test/login?token_hash=1&type=signup',
      token: '123456',
      email: 'ada@example.com',
    });
    await deliver();
    expect(sent.map(({ key }) => key)).toEqual(['test:signup']);
    expect(sent[0]?.html).toContain('http://site.test/login?token_hash=1&amp;type=signup');
    expect(sent[0]?.attachments).toEqual([]);
    expect((await outbox('test:broken'))?.last_error).toContain('no_such_thing');
    expect((await outbox('test:missing'))?.last_error).toContain('no_such_type');
  });
});
