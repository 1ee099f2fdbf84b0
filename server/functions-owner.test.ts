import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moreSamples } from '../domain/testing/more-samples.ts';
import { localToday, startsAt } from '../domain/time/schedule.ts';
import { ask, signUp } from '../supabase/tests/cast.ts';
import { findBooking } from '../supabase/functions/_shared/bookings/booking-calls.ts';
import { sendDueRefunds } from '../supabase/functions/_shared/payments/send-refunds.ts';
import { markRain } from '../supabase/tests/rain.ts';
import type { Database } from './backend/database/database.ts';
import {
  depositCents,
  hold,
  paidBooking,
  restCents,
  stateOf,
  type Held,
} from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';
import { signInOwner } from './testing/owner-caller.ts';

describeEachDatabase("the owner's work with bookings", (open) => {
  let database: Database;
  let host: FunctionHost;
  let call: Awaited<ReturnType<typeof signInOwner>>;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    call = await signInOwner(host, database);
  });
  afterAll(() => database.close());

  const refundsOf = (intentId: string) => host.refundsOf(intentId);
  const payCash = ({ bookingId }: Held, cents: number) =>
    database.pool.query(
      `insert into public.payments (booking_id, method, amount_cents, status, settled_at)
       values ($1, 'cash', $2, 'succeeded', now())`,
      [bookingId, cents],
    );

  describe('refunding without cancelling', () => {
    const requestId = '8b0c2d4e-6f1a-4b3c-9d5e-7f8091a2b3c4';
    const refund = ({ bookingId }: Held, changes: object) =>
      call('refund-booking', { bookingId, requestId: randomUUID(), ...changes });

    it('sends what was paid online to the card at once and leaves the rest to the owner', async () => {
      const booking = await paidBooking(host);
      await payCash(booking, 5000);
      const expectedPaidCents = depositCents + 5000;
      const body = { requestId, refundCents: depositCents + 1000, expectedPaidCents };
      expect((await refund(booking, body)).body).toEqual({
        byCardCents: depositCents,
        byHandCents: 1000,
      });
      expect((await refund(booking, body)).body).toEqual({
        byCardCents: depositCents,
        byHandCents: 1000,
      });
      expect(await refundsOf(booking.intentId)).toEqual([depositCents]);
      expect(await stateOf(host, booking)).toMatchObject({ status: 'deposit_paid' });
    });

    it('refuses another amount of the same form, too much, and another sum than the form shows', async () => {
      const booking = await paidBooking(host);
      const form = { requestId: randomUUID(), expectedPaidCents: depositCents };
      expect((await refund(booking, { ...form, refundCents: 500 })).status).toBe(200);
      const refusals = [
        { ...form, refundCents: 600 },
        { refundCents: depositCents, expectedPaidCents: depositCents - 500 },
        { refundCents: 100, expectedPaidCents: depositCents },
        { refundCents: 0, expectedPaidCents: depositCents - 500 },
        { refundCents: 100, expectedPaidCents: depositCents - 500, reason: 'x'.repeat(201) },
      ];
      const answers = [];
      for (const body of refusals) {
        const { status, body: said } = await refund(booking, body);
        answers.push(`${status} ${String((said['error'] as { code?: string }).code)}`);
      }
      expect(answers).toEqual([
        '409 already_refunded_otherwise',
        '400 refund_too_large',
        '409 booking_changed',
        '400 invalid_input',
        '400 invalid_input',
      ]);
      expect(await refundsOf(booking.intentId)).toEqual([500]);
    });
  });

  describe('cancelling', () => {
    const preview = async ({ bookingId }: Held) =>
      (await call('cancel-booking-as-owner', { bookingId, preview: true })).body;
    const cancel = ({ bookingId }: Held, refundCents: number) =>
      call('cancel-booking-as-owner', { bookingId, refundCents });

    it("previews the policy's refund and the maximum, and changes nothing", async () => {
      const booking = await paidBooking(host);
      await payCash(booking, 5000);
      expect(await preview(booking)).toEqual({
        policyCents: depositCents + 5000,
        mostCents: depositCents + 5000,
        onlineCents: depositCents,
        bookingStatus: 'deposit_paid',
      });
      expect(await stateOf(host, booking)).toMatchObject({ status: 'deposit_paid', refunds: [] });
    });

    it('suggests no refund of a tip that was given on site', async () => {
      const booking = await paidBooking(host);
      const { person } = await signUp(database.pool, 'tipped@example.com', { admin: true });
      await ask(database.pool, person, `select public.record_payment($1, 'cash', 5550, 550)`, [
        booking.bookingId,
      ]);
      expect(await preview(booking)).toMatchObject({
        policyCents: depositCents + 5000,
        mostCents: depositCents + 5550,
        givenTipCents: 550,
      });
      const { body } = await host.call('cancel-booking', { bookingId: booking.bookingId });
      expect(body).toMatchObject({ refundAmount: depositCents + 5000 });
    });

    it('refunds the chosen amount and records that it differs from the policy', async () => {
      const booking = await paidBooking(host);
      expect((await cancel(booking, 500)).body).toEqual({
        byCardCents: 500,
        byHandCents: 0,
        bookingStatus: 'cancelled',
      });
      expect(await refundsOf(booking.intentId)).toEqual([500]);
      const { rows } = await database.pool.query(
        `select actor_label, was, "is" from public.booking_changes
         where booking_id = $1 and action = 'refund_chosen'`,
        [booking.bookingId],
      );
      expect(rows).toEqual([
        {
          actor_label: 'boss@example.com',
          was: { refund_cents: depositCents },
          is: { refund_cents: 500 },
        },
      ]);
    });

    it('refunds online payments to the card and leaves the rest to the owner', async () => {
      const booking = await paidBooking(host);
      await payCash(booking, 5000);
      expect((await cancel(booking, depositCents + 4000)).body).toMatchObject({
        byCardCents: depositCents,
        byHandCents: 4000,
      });
      expect(await refundsOf(booking.intentId)).toEqual([depositCents]);
      const { rows } = await database.pool.query(
        `select data from public.mail_outbox where booking_id = $1 and template_type = 'booking_cancellation'`,
        [booking.bookingId],
      );
      expect(rows).toEqual([{ data: { refund_cents: depositCents + 4000, by_hand_cents: 4000 } }]);
    });

    describe('by the customer after a payment on site', () => {
      type Answer = Record<string, unknown>;
      let boss: Awaited<ReturnType<typeof signUp>>;
      beforeAll(async () => {
        boss = await signUp(database.pool, 'till@example.com', { admin: true });
      });
      const asked = async (sql: string, ...values: unknown[]) => {
        const { rows } = await ask(database.pool, boss.person, `select ${sql} as answer`, values);
        return rows[0]?.['answer'] as Answer;
      };
      const waiting = async () => (await asked('public.owner_needs()'))['payments'] as number;
      /** Today's refunds of e-transfers by the report, the file and the receipt of the booking. */
      const toldAs = async ({ bookingId }: Held) => {
        const day = localToday(Date.now());
        const { methods } = await asked('public.money_report($1, $1)', day);
        const { rows } = await asked('public.export_payments($1, $1)', day);
        const { refunds } = await asked('public.booking_receipt($1)', bookingId);
        const ofTransfers = <Row>(list: unknown) =>
          (list as (Row & { method: string })[]).filter(({ method }) => method === 'e_transfer');
        return {
          report: ofTransfers<{ refunded_cents: number }>(methods)[0]?.refunded_cents,
          file: ofTransfers<{ kind: string; booking_id: string; amount_cents: number }>(rows)
            .filter((row) => row.kind === 'refund' && row.booking_id === bookingId)
            .map((row) => row.amount_cents),
          receipt: ofTransfers<{ status: string }>(refunds).map(({ status }) => status),
        };
      };
      const openFinding = async ({ bookingId }: Held) => {
        const { open } = await asked('public.payments_to_look_at()');
        const found = (
          open as { id: string; reason: string; booking: { id: string } | null }[]
        ).find(({ booking }) => booking?.id === bookingId);
        return found;
      };
      const cancelledByCustomer = async () => {
        const booking = await paidBooking(host);
        await asked(`public.record_payment($1, 'e_transfer', $2)`, booking.bookingId, restCents);
        const before = await waiting();
        const cancelled = await host.call('cancel-booking', { bookingId: booking.bookingId });
        expect(cancelled.body).toMatchObject({ refundAmount: 11999 });
        expect(await waiting()).toBe(before + 1);
        return { booking, before };
      };

      it('leaves the refund owed until the owner marks it as refunded', async () => {
        const { booking, before } = await cancelledByCustomer();
        const earlier = (await toldAs(booking)).report ?? 0;
        expect(await toldAs(booking)).toEqual({ report: earlier, file: [], receipt: ['owed'] });
        const finding = await openFinding(booking);
        expect(finding).toMatchObject({ reason: 'owed_by_hand' });
        const mend = (action: string) =>
          call('mend-payment', { findingId: finding?.id, action, note: 'E-transfer on Friday' });
        // No worker and no request sends it anywhere.
        expect((await mend('retry_refund')).body).toMatchObject({
          error: { code: 'nothing_to_refund' },
        });
        await sendDueRefunds(host.deps);
        expect(await refundsOf(booking.intentId)).toEqual([depositCents]);

        expect((await mend('given_back')).body).toEqual({ outcome: 'mended' });
        expect((await mend('given_back')).body).toEqual({ outcome: 'already_closed' });
        expect(await waiting()).toBe(before);
        expect(await toldAs(booking)).toEqual({
          report: earlier + restCents,
          file: [-restCents],
          receipt: ['succeeded'],
        });
      });

      it('counts as received when the owner keeps it', async () => {
        const { booking, before } = await cancelledByCustomer();
        const finding = await openFinding(booking);
        const note = 'Kept for the next visit';
        const answer = await call('mend-payment', {
          findingId: finding?.id,
          action: 'accept',
          note,
        });
        expect(answer.body).toEqual({ outcome: 'accepted' });
        await database.pool.query('select public.scan_payments()');
        expect(await waiting()).toBe(before);
        expect(await toldAs(booking)).toMatchObject({ file: [], receipt: [] });
      });
    });

    it('refunds no more than the available amount', async () => {
      const booking = await paidBooking(host);
      const { status, body } = await cancel(booking, depositCents + 1);
      expect([status, body]).toMatchObject([400, { error: { code: 'refund_too_large' } }]);
      expect(await stateOf(host, booking)).toMatchObject({ status: 'deposit_paid', refunds: [] });
    });

    it('twice, even at once, refunds once', async () => {
      const booking = await paidBooking(host);
      const answers = await Promise.all([
        cancel(booking, depositCents),
        cancel(booking, depositCents),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await refundsOf(booking.intentId)).toEqual([depositCents]);
    });

    it('is possible after the appointment, when the policy keeps the deposit', async () => {
      const booking = await paidBooking(host);
      host.state.now = new Date(Date.parse(startsAt(booking.date, booking.time)) + 3_600_000);
      try {
        expect(await preview(booking)).toMatchObject({ policyCents: 0, mostCents: depositCents });
        expect((await cancel(booking, depositCents)).body).toMatchObject({
          byCardCents: depositCents,
        });
      } finally {
        host.state.now = null;
      }
    });

    it('on a rain day refunds everything by the policy, however late', async () => {
      const booking = await paidBooking(host);
      const { person } = await signUp(database.pool, 'rainmaker@example.com', { admin: true });
      await markRain(database.pool, person, booking.date, { [booking.bookingId]: [] });
      host.state.now = new Date(Date.parse(startsAt(booking.date, booking.time)) - 3_600_000);
      try {
        expect(await preview(booking)).toMatchObject({
          policyCents: depositCents,
          mostCents: depositCents,
        });
      } finally {
        host.state.now = null;
      }
    });
  });

  describe('a phone booking', () => {
    const request = (changes: Record<string, unknown> = {}, customer: object = {}) => ({
      bookingId: randomUUID(),
      serviceId: 'premium-detailing',
      vehicleType: 'suv',
      ...host.freeMorning(),
      carModel: 'Honda CR-V',
      carYear: '2022',
      customerInfo: {
        name: 'Pam Phone',
        email: 'pam@example.com',
        phone: '905 555 0142',
        address: '12 Main Street',
        city: 'Caledon',
        province: 'ON',
        postalCode: 'l7c1a1',
        ...customer,
      },
      ...moreSamples(),
      ...changes,
    });
    const take = (body: object) => call('take-phone-booking', body);

    it("is confirmed at the website's price, and its link is emailed", async () => {
      const body = request({ totalCents: 1, paymentOption: 'pay_full_online' });
      const { status, body: answer } = await take(body);
      expect([status, answer]).toEqual([201, { bookingId: body.bookingId }]);
      const { rows } = await database.pool.query(
        `select source, status, payment_option, total_cents, due_now_cents, tax_cents, postal_code
         from public.bookings where id = $1`,
        [body.bookingId],
      );
      expect(await findBooking(host.deps.rest, body.bookingId)).toMatchObject({
        more: moreSamples(),
      });
      expect(rows).toEqual([
        {
          source: 'phone',
          status: 'confirmed',
          payment_option: 'pay_later',
          total_cents: 11999,
          due_now_cents: 0,
          tax_cents: 0,
          postal_code: 'L7C 1A1',
        },
      ]);
      expect(await stateOf(host, { bookingId: body.bookingId } as Held)).toMatchObject({
        permanent: true,
        mails: ['phone_booking'],
      });
    });

    it('works without an email address and then sends nothing', async () => {
      const body = request({}, { email: ' ' });
      expect((await take(body)).status).toBe(201);
      expect(await stateOf(host, { bookingId: body.bookingId } as Held)).toMatchObject({
        mails: [],
      });
    });

    it('sent twice is one booking', async () => {
      const body = request();
      const answers = await Promise.all([take(body), take(body)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    });

    it('repeated with another time is refused as booked, and unchanged', async () => {
      const body = request();
      await take(body);
      const { status, body: answer } = await take({ ...body, ...host.freeMorning() });
      expect([status, answer]).toMatchObject([
        409,
        { error: { code: 'already_booked_otherwise' } },
      ]);
      const { rows } = await database.pool.query(
        `select booking_date::text as date from public.bookings where id = $1`,
        [body.bookingId],
      );
      expect(rows).toEqual([{ date: body.bookingDate }]);
    });

    it('repeated returns what is stored, also when its time is no longer offered', async () => {
      const body = request();
      await take(body);
      host.state.now = new Date(`${body.bookingDate}T23:00:00Z`);
      try {
        expect((await take(body)).status).toBe(201);
      } finally {
        host.state.now = null;
      }
    });

    it('is refused for a booked time and for one that is not offered', async () => {
      const held = await hold(host);
      const taken = { bookingDate: held.date, bookingTime: held.time };
      expect((await take(request(taken))).body).toMatchObject({ error: { code: 'slot_taken' } });
      const { body } = await take(request({ bookingTime: '10:00' }));
      expect(body).toMatchObject({ error: { code: 'time_not_offered' } });
    });

    it('is booked anyway at a start that is not offered, and never over another visit', async () => {
      const { bookingDate } = host.freeMorning();
      const early = request({ bookingDate, bookingTime: '07:15', anyway: true });
      expect((await take(early)).status).toBe(201);
      const over = request({ bookingDate, bookingTime: '08:20', anyway: true });
      expect((await take(over)).body).toMatchObject({ error: { code: 'slot_taken' } });
    });

    it.each([
      ['time_in_past', '2026-01-05', '12:00'],
      ['date_too_far', '2099-01-05', '12:00'],
      ['time_not_offered', '2026-02-31', '12:00'],
      ['time_not_offered', '2099-01-05', '24:30'],
    ])('is refused anyway with %s on %s at %s', async (code, bookingDate, bookingTime) => {
      const { body } = await take(request({ bookingDate, bookingTime, anyway: true }));
      expect(body).toMatchObject({ error: { code } });
    });

    it('takes an offered time off the waiting list when it names the offer', async () => {
      const { bookingDate, bookingTime, ...body } = request();
      const at = { bookingDate, bookingTime };
      const { rows } = await database.pool.query<{ id: string }>(
        `with place as (
           insert into public.waiting_list
             (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone)
           values ($1, $2, 'Premium Detailing', 'suv', 180, 'Wren', 'wren@example.com', '+19055550142')
           returning id
         )
         select public.offer_freed_time(id, '09:00', 30)::text as id from place`,
        [bookingDate, body.serviceId],
      );
      expect(rows).toEqual([{ id: 'true' }]);
      expect((await take({ ...body, ...at })).body).toMatchObject({
        error: { code: 'slot_taken' },
      });
      const held = await database.pool.query<{ id: string }>(
        'select id from public.offered_times where closed_at is null',
      );
      const named = { ...body, ...at, offerId: held.rows[0]?.id };
      expect((await take(named)).status).toBe(201);
    });

    it('applies the coupon once for a person', async () => {
      const again = () =>
        take(
          request(
            { couponCode: 'newcustomer20' },
            { email: 'nora@example.com', phone: '905 556 0177' },
          ),
        );
      expect((await again()).status).toBe(201);
      const { status, body } = await again();
      expect([status, body]).toMatchObject([409, { error: { code: 'coupon_used' } }]);
    });

    it('refuses an unknown coupon as the website does', async () => {
      const { status, body } = await take(request({ couponCode: 'FREE100' }));
      const fields = { couponCode: expect.stringContaining('isn’t valid') as string };
      expect([status, body]).toMatchObject([409, { error: { code: 'coupon_unknown', fields } }]);
    });

    it('names the fields to correct, worded for the owner', async () => {
      const { status, body } = await take(request({}, { name: '', phone: '1' }));
      expect(status).toBe(400);
      const { fields } = body['error'] as { fields: Record<string, string> };
      expect(fields['name']).toBe('Please enter the full name.');
      expect(Object.keys(fields).sort()).toEqual(['name', 'phone']);
    });

    it('can be cancelled by the customer from its link at no cost', async () => {
      const body = request();
      await take(body);
      const { bookingId } = body;
      expect((await host.call('cancel-booking', { bookingId })).body).toEqual({
        refundAmount: 0,
        bookingStatus: 'cancelled',
      });
      expect(await stateOf(host, { bookingId } as Held)).toMatchObject({
        claimed: false,
        mails: ['phone_booking', 'booking_cancellation'],
      });
    });

    it('cannot be paid online', async () => {
      const body = request();
      await take(body);
      const { status, body: answer } = await host.call('create-payment-intent', {
        bookingId: body.bookingId,
        amountToCharge: 11999,
      });
      expect([status, answer]).toMatchObject([409, { error: { code: 'already_paid' } }]);
    });
  });
});
