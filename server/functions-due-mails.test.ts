import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatCents } from '../domain/money/money.ts';
import { defaultBusiness } from '../domain/business/default-business.ts';
import { addDays, startsAt } from '../domain/time/schedule.ts';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import type { MailMessage } from '../supabase/functions/_shared/mail/mail-message.ts';
import { queueDueMails } from '../supabase/functions/_shared/mail/queue-due-mails.ts';
import type { Database } from './backend/database/database.ts';
import { deposit, paidBooking, restCents } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('scheduled emails', (open) => {
  let database: Database;
  let host: FunctionHost;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  beforeEach(async () => {
    host.state.now = null;
    await database.pool.query('delete from public.mail_outbox');
  });
  afterAll(() => database.close());

  const deliver = async () => {
    const sent: MailMessage[] = [];
    const transport = { send: (mail: MailMessage) => Promise.resolve(void sent.push(mail)) };
    await deliverMail({ ...host.deps, transport });
    return sent;
  };
  /** Sets the clock to that moment, and queues and sends the due emails. */
  const sentAt = async (moment: Date) => {
    host.state.now = moment;
    await queueDueMails(host.deps);
    return deliver();
  };
  const change = (bookingId: string, what: string) =>
    database.pool.query(`update public.bookings set ${what} where id = $1`, [bookingId]);
  const toldLongAgo = () =>
    database.pool.query(`update public.mail_outbox set created_at = now() - interval '90 days'`);

  describe('the reminder', () => {
    const eveOf = (date: string, time = '17:00') => new Date(startsAt(addDays(date, -1), time));

    it('names the day, the place and the amount due, on the evening before', async () => {
      const { bookingId, date } = await paidBooking(host);
      await toldLongAgo();
      await deliver();
      expect(await sentAt(eveOf(date, '16:59'))).toEqual([]);
      const [mail] = await sentAt(eveOf(date));
      expect(mail?.subject).toBe('Tomorrow at 9:00 AM: your Premium Detailing');
      expect(mail?.text).toContain('12 Main Street, Caledon, ON L7C 1A1');
      expect(mail?.text).toContain(formatCents(restCents));
      expect(mail?.text).toContain(`http://site.test/my-bookings?booking_id=${bookingId}`);
      expect(mail?.unsubscribeUrl, 'it is about a booking').toBeUndefined();
      expect(await sentAt(eveOf(date, '18:00'))).toEqual([]);
    });

    it.each([
      ['was cancelled', `status = 'cancelled', cancelled_at = now()`],
      ['was moved', 'booking_date = booking_date + 300'],
    ])('is dropped when the visit %s', async (_, what) => {
      const { bookingId, date } = await paidBooking(host);
      await toldLongAgo();
      await deliver();
      host.state.now = eveOf(date);
      expect(await queueDueMails(host.deps)).toBe(1);
      await change(bookingId, what);
      const subjects = (await deliver()).map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject.startsWith('Tomorrow'))).toEqual([]);
    });

    it.each([
      ['until midnight is sent', '23:59:59', -1, 1],
      ['until its day has come is not sent, since it says “tomorrow”', '00:00:00', 0, 0],
      ['until the morning of its day is not sent', '07:00:00', 0, 0],
    ])('that could not be sent %s', async (_, time, daysOn, mails) => {
      const { date } = await paidBooking(host);
      await toldLongAgo();
      await deliver();
      host.state.now = eveOf(date);
      await queueDueMails(host.deps);
      host.state.now = new Date(startsAt(addDays(date, daysOn), time));
      expect(await deliver()).toHaveLength(mails);
    });
  });

  describe('the request for a review', () => {
    const tomorrow = () => new Date(Date.now() + 24 * 3_600_000);

    async function asked() {
      const { bookingId } = await paidBooking(host);
      await change(bookingId, 'done_at = now()');
      await database.pool.query(
        `delete from public.mail_outbox where template_type <> 'review_request'`,
      );
      const [mail] = await sentAt(tomorrow());
      if (!mail) throw new Error('No request was sent');
      return { bookingId, mail };
    }

    it('says who asks, from where, and how to unsubscribe, with and without the email program’s button', async () => {
      const { bookingId, mail } = await asked();
      expect(mail.text).toContain(`http://site.test/leave-review?booking_id=${bookingId}`);
      for (const part of [
        defaultBusiness.facts.name,
        defaultBusiness.facts.mailingAddress,
        defaultBusiness.facts.bookingEmail,
      ]) {
        expect(mail.text).toContain(part);
      }
      const [page] = /http:\/\/site\.test\/unsubscribe\?token=[0-9a-f]{64}/.exec(mail.text) ?? [];
      expect(page).toBeDefined();
      expect(mail.unsubscribeUrl).toBe(page?.replace('/unsubscribe', '/functions/v1/unsubscribe'));
      expect(mail.unsubscribeUrl).not.toContain('example.com');
    });

    it('says so also when the template was edited', async () => {
      await database.pool.query(
        `insert into public.email_templates (name, subject, content, template_type)
         values ('Short', 'Well?', '<html><body><p>Well?</p></body></html>', 'review_request')`,
      );
      const { mail } = await asked();
      await database.pool.query(`delete from public.email_templates where name = 'Short'`);
      expect(mail.subject).toBe('Well?');
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain(defaultBusiness.facts.mailingAddress);
        expect(part).toMatch(/http:\/\/site\.test\/unsubscribe\?token=[0-9a-f]{64}/);
      }
      expect(mail.html.trimEnd()).toMatch(/<\/p><\/body><\/html>$/);
    });

    describe('unsubscribing', () => {
      const token = (mail: MailMessage) =>
        new URL(mail.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
      const path = (mail: MailMessage) => `/unsubscribe?token=${token(mail)}`;
      const state = async (mail: MailMessage) =>
        (await host.call('unsubscribe', { token: token(mail) })).body;

      it('works by one POST of an email program, in either form encoding', async () => {
        const multipart = new FormData();
        multipart.set('List-Unsubscribe', 'One-Click');
        for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), multipart]) {
          const { mail } = await asked();
          expect(await state(mail)).toMatchObject({ isSubscribed: true });
          const answer = await host.request(path(mail), { method: 'POST', body });
          expect(answer.status).toBe(200);
          expect(await state(mail)).toMatchObject({ isSubscribed: false });
        }
      });

      it('does not work by GET, which only opens the page', async () => {
        const { mail } = await asked();
        const answer = await host.request(path(mail));
        expect(answer.status).toBe(303);
        expect(answer.headers.get('location')).toBe(
          `http://site.test/unsubscribe?token=${token(mail)}`,
        );
        expect((await host.request(path(mail), { method: 'HEAD' })).status).toBe(303);
        expect(await state(mail)).toMatchObject({ isSubscribed: true });
      });

      it('works on the page, which can undo it', async () => {
        const { mail } = await asked();
        const choose = async (subscribed: boolean) =>
          (await host.call('unsubscribe', { token: token(mail), subscribed })).body;
        expect(await choose(false)).toMatchObject({ isSubscribed: false });
        expect(await choose(true)).toMatchObject({ isSubscribed: true });
        expect(JSON.stringify(await choose(true)), 'the address is a hint').not.toContain(mail.to);
      });

      it('works in no other way', async () => {
        const { mail } = await asked();
        const form = (address: string, text: string) =>
          host.request(address, { method: 'POST', body: new URLSearchParams({ text }) });
        expect((await form(path(mail), 'hello')).status).toBe(400);
        const click = { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') };
        expect((await host.request('/unsubscribe?token=guessed', click)).status).toBe(404);
        expect((await host.request('/unsubscribe', click)).status).toBe(404);
        expect(await host.call('unsubscribe', { token: 'guessed' })).toMatchObject({
          status: 404,
          body: { error: { code: 'link_unknown' } },
        });
        expect(await state(mail)).toMatchObject({ isSubscribed: true });
      });
    });
  });

  it("shows the receipt's amounts, including an on-site tip", async () => {
    const { bookingId } = await paidBooking(host);
    await database.pool.query(
      `insert into public.payments (booking_id, amount_cents, tip_cents, method, status, settled_at)
       values ($1, $2, 1000, 'cash', 'succeeded', now())`,
      [bookingId, restCents + 1000],
    );
    await database.pool.query('delete from public.mail_outbox');
    await change(bookingId, `status = 'paid'`);
    const [mail] = await deliver();
    expect(mail?.subject).toMatch(/^Your receipt for Premium Detailing/);
    for (const part of [
      '$119.99',
      '$10.00',
      '$129.99',
      `Card, online: ${deposit}; Cash: ${formatCents(restCents + 1000)}`,
    ]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.text).toMatch(/Receipt R-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/);
    expect(mail?.text).not.toContain('Refunded');
  });
});
