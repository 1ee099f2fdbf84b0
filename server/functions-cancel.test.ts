import { afterAll, beforeAll, expect, it } from 'vitest';
import { startsAt } from '../domain/time/schedule.ts';
import { sendDueRefunds } from '../supabase/functions/_shared/payments/send-refunds.ts';
import { signUp, type Person } from '../supabase/tests/cast.ts';
import { callAs, daysAfter, markRain, tokenTo } from '../supabase/tests/rain.ts';
import type { Database } from './backend/database/database.ts';
import {
  beginPayment,
  depositCents,
  hold,
  paidBooking,
  stateOf,
  type Held,
} from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

const hourMs = 3_600_000;

describeEachDatabase('cancelling a booking', (open) => {
  let database: Database;
  let host: FunctionHost;
  let boss: Person;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const cancel = ({ bookingId }: Held, preview = false) =>
    host.call('cancel-booking', { bookingId, preview });
  const refundsOf = (intentId: string) => host.refundsOf(intentId);
  /** Marks the booking's day as a rain day, which offers its customer new times. */
  const markRainDay = async ({ bookingId, date }: Held) => {
    const times = [{ date: daysAfter(date, 120), time: '09:00' }];
    const rainDayId = await markRain(database.pool, boss, date, { [bookingId]: times });
    const token = await tokenTo(database.pool, `ada-${host.state.bookings}@example.com`);
    return { rainDayId, token };
  };
  const atHoursBefore = async (booking: Held, hours: number, act: () => Promise<void>) => {
    host.state.now = new Date(Date.parse(startsAt(booking.date, booking.time)) - hours * hourMs);
    await act().finally(() => (host.state.now = null));
  };

  it('needs the present address once it was corrected', async () => {
    const booking = await paidBooking(host);
    const call = (preview: boolean, email?: string) =>
      host.call('cancel-booking', { bookingId: booking.bookingId, preview, email });
    const { rows } = await database.pool.query<{ email: string }>(
      'select customer_email as email from public.bookings where id = $1',
      [booking.bookingId],
    );
    const was = { customer_email: rows[0]?.email };
    const is = { customer_email: 'right@example.com' };
    await callAs(database.pool, boss, 'correct_booking', booking.bookingId, was, is);
    for (const email of [undefined, was.customer_email]) {
      expect((await call(true, email)).status).toBe(404);
      expect((await call(false, email)).status).toBe(404);
    }
    expect((await call(true, 'Right@example.com ')).status).toBe(200);
    expect((await call(false, is.customer_email)).body).toMatchObject({
      bookingStatus: 'cancelled',
    });
  });

  it('a day ahead refunds everything and frees the time [S4.17, S7.52]', async () => {
    const booking = await paidBooking(host, { paymentOption: 'pay_full_online' });
    expect((await cancel(booking)).body).toEqual({
      refundAmount: booking.amount,
      bookingStatus: 'cancelled',
    });
    expect(await refundsOf(booking.intentId)).toEqual([booking.amount]);
    expect(await stateOf(host, booking)).toMatchObject({
      status: 'cancelled',
      claimed: false,
      mails: ['booking_confirmation', 'booking_cancellation'],
      refunds: [{ status: 'succeeded', amount_cents: booking.amount }],
    });
    await hold(host, { bookingDate: booking.date, bookingTime: booking.time });
  });

  it('later than that keeps the deposit', async () => {
    const booking = await paidBooking(host, { paymentOption: 'pay_full_online' });
    await atHoursBefore(booking, 23, async () => {
      const { body } = await cancel(booking);
      expect(body).toMatchObject({ refundAmount: booking.amount - depositCents });
    });
    expect(await refundsOf(booking.intentId)).toEqual([booking.amount - depositCents]);
  });

  it('keeps the deposit of a booking that was moved late, however far ahead it is now', async () => {
    const booking = await paidBooking(host, { paymentOption: 'pay_full_online' });
    await database.pool.query(
      'update public.bookings set deposit_kept_since = now() where id = $1',
      [booking.bookingId],
    );
    const refundAmount = booking.amount - depositCents;
    expect((await cancel(booking, true)).body).toMatchObject({ refundAmount });
    expect((await cancel(booking)).body).toMatchObject({ refundAmount });
    expect(await refundsOf(booking.intentId)).toEqual([refundAmount]);
  });

  it('on a rain day refunds everything, however late', async () => {
    const booking = await paidBooking(host, { paymentOption: 'pay_full_online' });
    await markRainDay(booking);
    await atHoursBefore(booking, 2, async () => {
      const refundAmount = booking.amount;
      expect((await cancel(booking, true)).body).toMatchObject({ refundAmount });
      expect((await cancel(booking)).body).toMatchObject({ refundAmount });
    });
    expect(await refundsOf(booking.intentId)).toEqual([booking.amount]);
  });

  it('on a rain day refunds everything, also after the original start', async () => {
    const booking = await paidBooking(host);
    await markRainDay(booking);
    await atHoursBefore(booking, -30, async () => {
      expect((await cancel(booking, true)).body).toMatchObject({
        refundAmount: depositCents,
        depositAmount: depositCents,
      });
      expect((await cancel(booking)).body).toMatchObject({ refundAmount: depositCents });
    });
    expect(await refundsOf(booking.intentId)).toEqual([depositCents]);
  });

  it('on a rain day refunds everything after "none of them", and after an earlier late move', async () => {
    const booking = await paidBooking(host);
    const { token } = await markRainDay(booking);
    await callAs(database.pool, boss, 'decline_rain_times', token);
    await database.pool.query(
      'update public.bookings set deposit_kept_since = now() where id = $1',
      [booking.bookingId],
    );
    await atHoursBefore(booking, 2, async () => {
      expect((await cancel(booking)).body).toMatchObject({ refundAmount: depositCents });
    });
  });

  it('keeps the deposit again after the rain day was undone', async () => {
    const stands = await paidBooking(host);
    const { rainDayId } = await markRainDay(stands);
    await callAs(database.pool, boss, 'take_back_rain_day', rainDayId);
    await atHoursBefore(stands, 2, async () => {
      expect((await cancel(stands, true)).body).toMatchObject({ refundAmount: 0 });
    });
  });

  it('follows the policy of the time of booking', async () => {
    const booking = await paidBooking(host);
    await database.pool.query(
      'update public.bookings set free_cancellation_hours = 72 where id = $1',
      [booking.bookingId],
    );
    await atHoursBefore(booking, 48, async () => {
      expect((await cancel(booking)).body).toMatchObject({ refundAmount: 0 });
    });
    expect(await refundsOf(booking.intentId)).toEqual([]);
  });

  it('previews the refund and changes nothing', async () => {
    const booking = await paidBooking(host);
    expect((await cancel(booking, true)).body).toEqual({
      refundAmount: depositCents,
      depositAmount: depositCents,
      bookingStatus: 'deposit_paid',
    });
    expect(await stateOf(host, booking)).toMatchObject({ status: 'deposit_paid', refunds: [] });
  });

  it('twice, even at once, refunds once', async () => {
    const booking = await paidBooking(host);
    const answers = await Promise.all([cancel(booking), cancel(booking)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const amounts = answers.map(({ body }) => Number(body['refundAmount'])).sort((a, b) => a - b);
    expect(amounts).toEqual([0, depositCents]);
    expect((await cancel(booking)).body).toEqual({ refundAmount: 0, bookingStatus: 'cancelled' });
    expect(await refundsOf(booking.intentId)).toEqual([depositCents]);
  });

  it('is refused once the appointment has begun', async () => {
    const booking = await paidBooking(host);
    await atHoursBefore(booking, -1, async () => {
      const { status, body } = await cancel(booking);
      expect(status).toBe(409);
      expect(body).toMatchObject({ error: { code: 'booking_past' } });
    });
  });

  it('is refused once the visit is done, also before its time', async () => {
    const booking = await paidBooking(host, { paymentOption: 'pay_full_online' });
    const isDone = () =>
      database.pool.query('update public.bookings set done_at = now() where id = $1', [
        booking.bookingId,
      ]);
    const refused = { status: 409, body: { error: { code: 'booking_past' } } };
    // While it is being cancelled, and then before.
    host.state.afterBookingIsRead = isDone;
    expect(await cancel(booking)).toMatchObject(refused);
    expect(await cancel(booking, true)).toMatchObject(refused);
    expect(await cancel(booking)).toMatchObject(refused);
    expect(await stateOf(host, booking)).toMatchObject({ status: 'confirmed', refunds: [] });
  });

  it('succeeds while the provider is unavailable; the refund waits and is sent once', async () => {
    const booking = await paidBooking(host);
    host.state.providerIsDown = true;
    const { body } = await cancel(booking);
    host.state.providerIsDown = false;
    expect(body).toEqual({ refundAmount: depositCents, bookingStatus: 'cancelled' });
    expect(await stateOf(host, booking)).toMatchObject({
      status: 'cancelled',
      refunds: [{ status: 'pending', amount_cents: depositCents }],
    });
    await database.pool.query(
      `update public.refunds set next_attempt_at = now() - interval '1 second' where status = 'pending'`,
    );
    expect(await sendDueRefunds(host.deps)).toBe(1);
    expect(await sendDueRefunds(host.deps)).toBe(0);
    expect(await refundsOf(booking.intentId)).toEqual([depositCents]);
    expect(await stateOf(host, booking)).toMatchObject({ refunds: [{ status: 'succeeded' }] });
  });

  it('does not refund twice when the answer to the first attempt was lost', async () => {
    const booking = await paidBooking(host);
    await cancel(booking);
    await database.pool.query(
      `update public.refunds set status = 'pending', stripe_refund_id = null,
         next_attempt_at = now() - interval '1 second'
        where payment_id in (select id from public.payments where booking_id = $1)`,
      [booking.bookingId],
    );
    await database.pool.query('update payments_sandbox.refunds set idempotency_key = null');
    await sendDueRefunds(host.deps);
    expect(await refundsOf(booking.intentId)).toEqual([depositCents]);
  });

  it('of an unpaid booking cancels its payment and frees the time', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    expect((await cancel(held)).body).toEqual({ refundAmount: 0, bookingStatus: 'cancelled' });
    expect(await host.deps.payments.retrieveIntent(intentId)).toMatchObject({
      status: 'canceled',
    });
    expect(await stateOf(host, held)).toMatchObject({ status: 'cancelled', claimed: false });
  });

  it('that was paid a moment ago refunds the money', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await host.pay(intentId);
    expect((await cancel(held)).body).toEqual({
      refundAmount: depositCents,
      bookingStatus: 'cancelled',
    });
    expect(await refundsOf(intentId)).toEqual([depositCents]);
  });

  it('does not count its own refund twice when its event arrives', async () => {
    const booking = await paidBooking(host);
    await cancel(booking);
    await host.idle();
    for (const message of host.webhooks.filter(({ body }) => body.includes(booking.intentId))) {
      expect(await host.deliver(message)).toMatchObject({ status: 200 });
    }
    const { rows } = await database.pool.query<{ refunded_cents: number }>(
      'select refunded_cents from public.payments where stripe_payment_intent_id = $1',
      [booking.intentId],
    );
    expect(rows).toEqual([{ refunded_cents: depositCents }]);
    expect(await stateOf(host, booking)).toMatchObject({
      refunds: [{ status: 'succeeded', amount_cents: depositCents }],
    });
  });
});
