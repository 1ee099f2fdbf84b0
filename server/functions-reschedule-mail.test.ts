import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays } from '../domain/time/schedule.ts';
import { formatDate } from '../domain/time/time-format.ts';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import type { MailMessage } from '../supabase/functions/_shared/mail/mail-message.ts';
import type { Database } from './backend/database/database.ts';
import { deposit, paidBooking } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('the email of a moved booking', (open) => {
  let database: Database;
  let host: FunctionHost;
  let sent: MailMessage[];

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    // The customers' emails alone.
    await database.pool.query(
      `update public.mail_settings set is_on = false where template_type = 'booking_news'`,
    );
  });
  beforeEach(() => {
    sent = [];
  });
  afterAll(() => database.close());

  const deliver = async () => {
    const transport = { send: (mail: MailMessage) => Promise.resolve(void sent.push(mail)) };
    await deliverMail({ ...host.deps, transport });
    return sent.splice(0);
  };
  const move = (bookingId: string, date: string, time: string) =>
    database.pool.query(
      'update public.bookings set booking_date = $2, booking_time = $3 where id = $1',
      [bookingId, date, time],
    );
  /** Far after all mornings that this host uses. */
  const laterThan = (date: string, days: number) => addDays(date, 100 + days);

  it('has the new and the old time and the amount paid, and moves the calendar entry', async () => {
    const { bookingId, date } = await paidBooking(host);
    const [confirmation] = await deliver();
    expect(confirmation?.attachments[0]?.content).toContain('SEQUENCE:0\r\n');
    const newDate = laterThan(date, 1);
    await move(bookingId, newDate, '13:30');

    const [mail, ...others] = await deliver();
    expect(others).toEqual([]);
    expect(mail?.key).toBe(`booking_rescheduled:${bookingId}:1`);
    expect(mail?.subject).toBe(
      `New time for your Premium Detailing: ${formatDate(newDate)}, 1:30 PM`,
    );
    const parts = [formatDate(newDate), '1:30 PM', formatDate(date), '9:00 AM', deposit];
    for (const part of [...parts, `http://site.test/my-bookings?booking_id=${bookingId}`]) {
      expect(mail?.html).toContain(part);
      expect(mail?.text).toContain(part);
    }
    expect(mail?.html).not.toMatch(/\{\{|\{%|undefined|NaN/);
    const [file] = mail?.attachments ?? [];
    expect(file?.contentType).toContain('method=PUBLISH');
    expect(file?.content).toContain('SEQUENCE:1\r\n');
    expect(file?.content).toContain('STATUS:CONFIRMED\r\n');
    const uid = /UID:.*/.exec(confirmation?.attachments[0]?.content ?? '')?.[0];
    expect(file?.content).toContain(uid);
  });

  it('has what was refunded beside what was paid', async () => {
    const { bookingId, date } = await paidBooking(host);
    await database.pool.query(
      'select public.refund_booking($1, 500, 2000, gen_random_uuid(), null)',
      [bookingId],
    );
    await deliver();
    await move(bookingId, laterThan(date, 30), '13:30');
    const [mail] = await deliver();
    expect(mail?.text).toMatch(/Paid: \$20\.00\s+Refunded: −\$5\.00/);
  });

  it('is one email about two moves in a row, from the first old time to the current one', async () => {
    const { bookingId, date } = await paidBooking(host);
    await deliver();
    await move(bookingId, laterThan(date, 2), '10:00');
    await move(bookingId, laterThan(date, 3), '14:00');
    const mails = await deliver();
    expect(mails.map(({ key }) => key)).toEqual([`booking_rescheduled:${bookingId}:2`]);
    expect(mails[0]?.text).toContain(formatDate(laterThan(date, 3)));
    expect(mails[0]?.text).toContain(formatDate(date));
    expect(mails[0]?.text).not.toContain(formatDate(laterThan(date, 2)));
  });

  it('is not sent when the booking is cancelled meanwhile', async () => {
    const { bookingId, date } = await paidBooking(host);
    await deliver();
    await move(bookingId, laterThan(date, 4), '10:00');
    await host.call('cancel-booking', { bookingId });
    const mails = await deliver();
    expect(mails.map(({ key }) => key)).toEqual([`booking_cancellation:${bookingId}`]);
    expect(mails[0]?.attachments[0]?.content).toContain('SEQUENCE:2\r\n');
  });

  it('is not sent when the booking was moved back before', async () => {
    const { bookingId, date } = await paidBooking(host);
    await deliver();
    await move(bookingId, laterThan(date, 5), '10:00');
    await move(bookingId, date, '09:00');
    expect(await deliver()).toEqual([]);
  });
});
