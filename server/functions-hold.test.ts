import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedTerms } from '../domain/business/fixed-terms.ts';
import { forgetUnpaidBookings } from '../supabase/functions/_shared/bookings/booking-calls.ts';
import { reconcilePayments } from '../supabase/functions/_shared/payments/reconcile.ts';
import type { Database } from './backend/database/database.ts';
import {
  beginPayment,
  bookingRequest,
  hold,
  letHoldExpire,
  paidBooking,
  stateOf,
} from './testing/bookings.ts';
import type { Held } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('a hold', (open) => {
  let database: Database;
  let host: FunctionHost;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  afterAll(() => database.close());

  const extend = ({ bookingId }: Held) => host.call('extend-hold', { bookingId });
  const begin = ({ bookingId, amount }: Held) =>
    host.call('create-payment-intent', { bookingId, amountToCharge: amount });
  const takenBySomebodyElse = (held: Held) =>
    hold(host, { bookingDate: held.date, bookingTime: held.time });

  it('can be extended as often as the business allows, and no more', async () => {
    const held = await hold(host);
    for (let left = fixedTerms.hold.maxExtensions - 1; left >= 0; left -= 1) {
      const { status, body } = await extend(held);
      expect(status).toBe(200);
      expect(body).toMatchObject({ extensionsLeft: left });
      const minutes = (Date.parse(String(body['holdExpiresAt'])) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(fixedTerms.hold.minutes - 1);
      expect(minutes).toBeLessThanOrEqual(fixedTerms.hold.minutes + 0.1);
    }
    const { status, body } = await extend(held);
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'no_extensions_left' } });
  });

  it('that expired is renewed if the time is still available', async () => {
    const held = await hold(host);
    await letHoldExpire(host, held);
    const { status } = await begin(held);
    expect(status).toBe(200);
    expect(await stateOf(host, held)).toMatchObject({ claimed: true, status: 'pending_payment' });
  });

  it('that expired is renewed only within the limit of its address', async () => {
    const { maxOpenPerAddress } = fixedTerms.hold;
    const lapsed: Held[] = [];
    host.state.address = '203.0.113.77';
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < maxOpenPerAddress; n += 1) {
        const held = await hold(host);
        await letHoldExpire(host, held);
        lapsed.push(held);
      }
    }
    const answers = [];
    for (const held of lapsed) {
      answers.push(await (answers.length % 2 ? extend(held) : begin(held)));
    }
    const anew = await host.call('create-booking', bookingRequest(host));
    host.state.address = null;
    expect(answers.map(({ status }) => status)).toEqual(
      lapsed.map((_, n) => (n < maxOpenPerAddress ? 200 : 429)),
    );
    expect(anew.body).toMatchObject({ error: { code: 'too_many_holds' } });
    for (const refused of answers.slice(maxOpenPerAddress)) {
      expect(refused.body).toEqual(anew.body);
    }
  });

  it('that is open is extended despite other open holds of its address', async () => {
    host.state.address = '203.0.113.78';
    const held = [];
    for (let n = 0; n < fixedTerms.hold.maxOpenPerAddress; n += 1) held.push(await hold(host));
    host.state.address = null;
    for (const one of held) expect((await extend(one)).status).toBe(200);
  });

  it('is not prolonged forever by two bookings in turn', async () => {
    const one = await hold(host);
    await letHoldExpire(host, one);
    const other = await takenBySomebodyElse(one);
    const answers = [];
    for (let turn = 0; turn <= fixedTerms.hold.maxExtensions; turn += 1) {
      for (const held of [one, other]) {
        await host.database.pool.query(
          `update public.slot_claims set expires_at = now() - interval '1 second'
           where booking_id in ($1, $2)`,
          [one.bookingId, other.bookingId],
        );
        answers.push(await extend(held));
      }
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 410, 410]);
    expect(answers.at(-1)?.body).toMatchObject({ error: { code: 'hold_lapsed' } });
  });

  it('that expired cancels the payment when another customer has the time', async () => {
    const held = await hold(host);
    await letHoldExpire(host, held);
    await takenBySomebodyElse(held);
    for (const answer of [await begin(held), await extend(held)]) {
      expect(answer.status).toBe(410);
      expect(answer.body).toMatchObject({ error: { code: 'hold_lapsed' } });
    }
  });

  it('is not extended for a paid or cancelled booking', async () => {
    const booking = await paidBooking(host);
    expect((await extend(booking)).body).toMatchObject({ error: { code: 'already_paid' } });
    await host.call('cancel-booking', { bookingId: booking.bookingId });
    expect((await extend(booking)).body).toMatchObject({ error: { code: 'booking_cancelled' } });
  });

  it('that expired keeps the booking when the payment finds the time available', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await letHoldExpire(host, held);
    await host.pay(intentId);
    const { body } = await host.call('verify-payment', { bookingId: held.bookingId });
    expect(body).toMatchObject({ payment: 'succeeded', bookingStatus: 'deposit_paid' });
    expect(await stateOf(host, held)).toMatchObject({ permanent: true, refunds: [] });
  });

  it('that expired and lost its time refunds a late payment in full, at once, with an email', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await letHoldExpire(host, held);
    const winner = await takenBySomebodyElse(held);
    await host.pay(intentId);
    const { body } = await host.call('verify-payment', { bookingId: held.bookingId });
    expect(body).toEqual({ payment: 'refunded', bookingStatus: 'cancelled', declinedBy: null });
    expect(await stateOf(host, held)).toMatchObject({
      mails: ['payment_refunded'],
      refunds: [{ status: 'succeeded', amount_cents: held.amount }],
    });
    expect(await host.refundsOf(intentId)).toEqual([held.amount]);
    expect(await stateOf(host, winner)).toMatchObject({ claimed: true });
  });

  it('that expired has its open payment cancelled by the sweep', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await letHoldExpire(host, held);
    expect(await reconcilePayments(host.deps, { olderThanSeconds: 0, batch: 100 })).toBeGreaterThan(
      0,
    );
    expect(await host.deps.payments.retrieveIntent(intentId)).toMatchObject({
      status: 'canceled',
    });
    const again = await begin(held);
    expect(again.status).toBe(200);
    expect(again.body['paymentIntentId']).not.toBe(intentId);
  });

  it('that was abandoned for a month is deleted, after its payment was cancelled', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    const aMonthPasses = async () => {
      await database.pool.query('alter table public.payments disable trigger touch_updated_at');
      for (const change of [
        `bookings set created_at = created_at - interval '31 days' where id = $1`,
        `slot_claims set expires_at = expires_at - interval '31 days' where booking_id = $1`,
        `payments set updated_at = updated_at - interval '31 days' where booking_id = $1`,
      ]) {
        await database.pool.query(`update public.${change}`, [held.bookingId]);
      }
      await database.pool.query('alter table public.payments enable trigger touch_updated_at');
    };
    await aMonthPasses();
    expect(await forgetUnpaidBookings(host.deps.rest)).toBe(0);
    await reconcilePayments(host.deps, { olderThanSeconds: 0, batch: 100 });
    expect(await host.deps.payments.retrieveIntent(intentId)).toMatchObject({
      status: 'canceled',
    });
    expect(await forgetUnpaidBookings(host.deps.rest)).toBe(0);
    await aMonthPasses();
    expect(await forgetUnpaidBookings(host.deps.rest)).toBe(1);
    expect((await begin(held)).body).toMatchObject({ error: { code: 'booking_not_found' } });
  });

  it('that was paid without a notice is settled by the sweep', async () => {
    const held = await hold(host);
    await host.pay(await beginPayment(host, held));
    await reconcilePayments(host.deps, { olderThanSeconds: 0, batch: 100 });
    expect(await stateOf(host, held)).toMatchObject({ status: 'deposit_paid', permanent: true });
  });

  it('that is open is left alone by the sweep', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await reconcilePayments(host.deps, { olderThanSeconds: 0, batch: 100 });
    expect(await host.deps.payments.retrieveIntent(intentId)).toMatchObject({
      status: 'requires_payment_method',
    });
  });
});
