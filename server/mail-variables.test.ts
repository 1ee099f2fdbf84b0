import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBooking } from '../supabase/functions/_shared/bookings/booking-calls.ts';
import { claimMail } from '../supabase/functions/_shared/mail/mail-calls.ts';
import { addDays, localToday } from '../domain/time/schedule.ts';
import { defaultBusiness } from '../domain/business/default-business.ts';
import { mailVariables } from '../supabase/functions/_shared/mail/mail-variables.ts';
import { bookingOfMail } from '../supabase/functions/_shared/mail/news-variables.ts';
import { offerFreedTimes } from '../supabase/functions/_shared/offers/offer-freed-times.ts';
import { joinWaitingList } from '../supabase/functions/_shared/offers/waiting-calls.ts';
import { templateVariables } from '../supabase/functions/_shared/mail/template-variables.ts';
import { signedUp, startAuthHost } from './backend/auth/auth-test-host.ts';
import type { Database } from './backend/database/database.ts';
import { asRequest } from './backend/database/request-transaction.ts';
import { depositCents, hold, paidBooking } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

const samples = templateVariables(defaultBusiness);

describeEachDatabase("the editor's variables for each kind of email", (open) => {
  let database: Database;
  const given = new Map<string, Set<string>>();

  beforeAll(async () => {
    database = await open();
    await causeEveryMail();
  });
  afterAll(() => database.close());

  /** Causes each email through the product, and records its template's variables. */
  async function causeEveryMail() {
    const host = await startFunctionHost(database);
    const { pool } = database;
    const { bookingId } = await paidBooking(host);
    await pool.query(`update public.bookings set booking_time = '13:30' where id = $1`, [
      bookingId,
    ]);
    await host.call('cancel-booking', { bookingId: (await paidBooking(host)).bookingId });
    await pool.query(
      `select public.book_by_phone(to_jsonb(b) || jsonb_build_object(
         'id', gen_random_uuid(), 'booking_date', b.booking_date + 60
       ), null) from public.bookings b where id = $1`,
      [bookingId],
    );
    await pool.query(
      `insert into public.inquiries (name, email, subject, message, booking_id)
       values ('Di', 'di@example.com', 'Hi', 'Hello', $1), ('Di', 'di@example.com', 'Hi', 'Hello', null)`,
      [bookingId],
    );
    await causeOfferMails(host, bookingId);
    await causeDueMails(bookingId);
    // Another amount than due is refunded.
    await pool.query(`select public.settle_payment('pi_odd', $1, 1)`, [
      (await hold(host)).bookingId,
    ]);
    await pool.query(`select public.refund_booking($1, 1, $2, gen_random_uuid(), null)`, [
      bookingId,
      depositCents,
    ]);
    await pool.query(
      `select public.record_refund(refund.id, 're_1', 'failed', 'expired_or_canceled_card')
       from public.refunds as refund join public.payments as payment on payment.id = refund.payment_id
       where payment.booking_id = $1`,
      [bookingId],
    );
    await causeHeldBackNotice();
    await pool.query(
      `insert into private.backup_state (scheduled_since, next_attempt_at, failure) values (now(), now(), 'no room')`,
    );
    await pool.query('select private.queue_backup_notice(now())');
    await pool.query(`select public.report_trouble('disk', '12 MB are free')`);
    await pool.query('select private.queue_trouble_notices(now())');
    await pool.query(
      `select public.apply_dispute('evt_disputed', 'charge.dispute.created', now(), stripe_payment_intent_id,
         jsonb_build_object('id', 'du_1', 'amount_cents', 2000, 'reason', 'fraudulent', 'status', 'needs_response',
           'due_by', now(), 'has_evidence', false, 'opened_at', now(), 'withdrawn_cents', 0, 'reinstated_cents', 0,
           'fee_cents', 0))
       from public.payments where booking_id = $1 and method = 'online'`,
      [bookingId],
    );
    await causeAccountMails();
    const place = { ...host.deps, business: defaultBusiness, arrivalWindowMinutes: 0 };
    for (const mail of await claimMail(host.deps.rest, 100, 60)) {
      const bookingId = bookingOfMail(mail);
      const booking = bookingId ? await findBooking(host.deps.rest, bookingId) : null;
      const names = given.get(mail.template_type) ?? new Set<string>();
      for (const name of Object.keys(mailVariables(place, mail, booking))) names.add(name);
      given.set(mail.template_type, names);
    }
  }

  async function causeOfferMails(host: FunctionHost, bookingId: string) {
    const { rows } = await database.pool.query<{ id: string }>(
      `with boss as (insert into auth.users (email, email_confirmed_at)
         values ('boss@example.com', now()) returning id)
       insert into public.admins select id from boss returning user_id as id`,
    );
    await database.pool.query(
      `insert into auth.users (email, email_confirmed_at) values ('mel@example.com', now())`,
    );
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
    const claims = { sub: rows[0]?.id ?? '', role: 'authenticated', amr };
    await asRequest(
      database,
      {
        identity: { role: 'authenticated', claims },
        headers: {},
        method: 'POST',
        path: '/',
        writes: false,
      },
      async (client) => {
        await client.query('select public.send_payment_link($1)', [bookingId]);
        for (const address of ['mel@example.com', 'ivy@example.com']) {
          await client.query('select public.invite_crew_member(1::smallint, $1)', [address]);
        }
        await client.query(`select public.send_booking_message($1, 'Hello', $1)`, [bookingId]);
        await client.query(
          `select public.answer_inquiry(id, 'Yes', gen_random_uuid()) from public.inquiries limit 1`,
        );
        await client.query(
          `select public.correct_booking(id, jsonb_build_object('city', city), '{"city": "Bolton"}')
           from public.bookings where id = $1`,
          [bookingId],
        );
        await client.query(
          `select public.take_back_rain_day(public.mark_rain_day(booking_date, 'day', 24, array[id],
             jsonb_build_array(jsonb_build_object('bookingId', id, 'times', jsonb_build_array(
               jsonb_build_object('date', booking_date + 30, 'time', '09:00'))))))
           from public.bookings where id = $1`,
          [bookingId],
        );
      },
    );
    // As a swap asks, which takes a day of visits.
    await database.pool.query(
      `select public.enqueue_mail('swap_request:1', 'swap_request', customer_email, id, jsonb_build_object(
         'sequence', calendar_sequence,
         'offer', private.offer_in_mail('/swap?token=t', null, jsonb_build_array(
           jsonb_build_object('date', booking_date, 'time', '12:00')), now())))
       from public.bookings where id = $1`,
      [bookingId],
    );
    await joinWaitingList(host.deps.rest, {
      day: addDays(localToday(Date.now()), 80),
      service_id: 'basic-wash',
      service_name: 'Basic Wash',
      vehicle_type: 'sedan',
      duration_minutes: 120,
      name: 'Di',
      email: 'di@example.com',
      phone: '+19055550101',
    });
    await offerFreedTimes(host.deps);
  }

  async function causeDueMails(bookingId: string) {
    await database.pool.query(
      `update public.mail_settings set wait_hours = 0 where wait_hours > 0`,
    );
    const { rows } = await database.pool.query<{ eve: Date }>(
      `select (booking_date - 1 + time '23:00') at time zone 'America/Toronto' as eve from public.bookings where id = $1`,
      [bookingId],
    );
    await database.pool.query(
      `update public.mail_outbox set created_at = now() - interval '1 day'`,
    );
    await database.pool.query('select public.queue_due_mails($1)', [rows[0]?.eve]);
    await database.pool.query(`update public.bookings set on_my_way_at = now() where id = $1`, [
      bookingId,
    ]);
    await database.pool.query(
      `select private.tell_on_my_way(booking) from public.bookings as booking where id = $1`,
      [bookingId],
    );
    await database.pool.query('update public.mail_outbox set next_attempt_at = now()');
    await database.pool.query(
      `with photo as (
         insert into public.booking_photos (booking_id, kind, place) values ($1, 'after', 1) returning id
       )
       insert into storage.objects (bucket_id, name) select 'bookings', id::text from photo`,
      [bookingId],
    );
    await database.pool.query(
      `update public.bookings set status = 'paid', done_at = now() where id = $1`,
      [bookingId],
    );
  }

  async function causeHeldBackNotice() {
    await database.pool.query(
      `update public.inquiries set status = 'held_back', created_at = now() - interval '1 hour'`,
    );
    await database.pool.query('select public.queue_due_mails()');
  }

  async function causeAccountMails() {
    const auth = await startAuthHost(database);
    const client = await signedUp(auth, 'ann@example.com', 'secret-1');
    await auth.client().signUp({ email: 'ann@example.com', password: 'secret-2' });
    await client.updateUser({ email: 'ann.lee@example.com' });
    await auth.client().resetPasswordForEmail('ann@example.com');
    await auth.client().signInWithOtp({ email: 'ann@example.com' });
    await client.reauthenticate();
    await client.updateUser({ password: 'another-1' });
    await auth.close();
  }

  it('cover every kind', () => {
    expect([...given.keys()].sort()).toEqual(Object.keys(samples).sort());
  });

  it.each(Object.entries(samples))('equal the variables of %s', (type, variables) => {
    expect([...(given.get(type) ?? [])].sort()).toEqual(Object.keys(variables).sort());
  });
});
