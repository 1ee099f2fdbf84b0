import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverMail } from '../supabase/functions/_shared/deliver-mail.ts';
import type { MailMessage } from '../supabase/functions/_shared/mail-message.ts';
import type { Database } from './backend/database/database.ts';
import { paidBooking } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('the mail of a booking', (open) => {
  let database: Database;
  let host: FunctionHost;
  let sent: MailMessage[];
  let isBroken = false;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  beforeEach(() => {
    sent = [];
    isBroken = false;
  });
  afterAll(() => database.close());

  const transport = {
    send: (message: MailMessage) => {
      if (isBroken) return Promise.reject(new Error('The mail server does not answer'));
      sent.push(message);
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
  const retryNow = () =>
    database.pool.query(
      `update public.mail_outbox set next_attempt_at = now() - interval '1 second' where status = 'queued'`,
    );

  it('confirms with every amount, the calendar entry and a link that needs no sign-in', async () => {
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

  it('of a cancellation says what is refunded and takes the entry out of the calendar', async () => {
    const booking = await paidBooking(host);
    await host.call('cancel-booking', { bookingId: booking.bookingId });
    await deliver();
    // The confirmation had not gone out yet, and now it would be wrong.
    expect(sent.map(({ key }) => key)).toEqual([`booking_cancellation:${booking.bookingId}`]);
    const [mail] = sent;
    expect(mail?.text).toContain('$20.00');
    expect(mail?.attachments[0]?.content).toContain('STATUS:CANCELLED');
  });

  it('prints a name that is markup as text, in the mail and in the subject', async () => {
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

  it('is tried again after a failure, with the same message id', async () => {
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
    expect(sent[0]?.messageId).toBe(`<booking_confirmation.${booking.bookingId}@site.test>`);
  });

  it('with a broken or missing template fails with its reason and holds up no other', async () => {
    await database.pool.query(
      `insert into public.email_templates (name, subject, content, template_type)
       values ('Broken', 'Hello', '{{ no_such_thing }}', 'broken')`,
    );
    await enqueue('test:broken', 'broken', {});
    await enqueue('test:missing', 'no_such_type', {});
    await enqueue('test:signup', 'signup_confirmation', {
      confirmation_url: 'http://site.test/auth/v1/verify?token=1&type=signup',
      token: '123456',
      email: 'ada@example.com',
    });
    await deliver();
    expect(sent.map(({ key }) => key)).toEqual(['test:signup']);
    expect(sent[0]?.html).toContain('http://site.test/auth/v1/verify?token=1&amp;type=signup');
    expect(sent[0]?.attachments).toEqual([]);
    expect((await outbox('test:broken'))?.last_error).toContain('no_such_thing');
    expect((await outbox('test:missing'))?.last_error).toContain('no_such_type');
  });
});
