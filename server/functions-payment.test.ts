import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './backend/database/database.ts';
import { reconcilePayments } from '../supabase/functions/_shared/payments/reconcile.ts';
import {
  beginPayment,
  bookingRequest,
  depositCents,
  hold,
  letHoldExpire,
  paidBooking,
  stateOf,
  type Held,
} from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('paying for a booking', (open) => {
  let database: Database;
  let host: FunctionHost;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  afterAll(() => database.close());

  const verify = (bookingId: string) => host.call('verify-payment', { bookingId });
  const succeededMessage = (intentId: string) => {
    const message = host.webhooks.find(
      ({ type, body }) => type === 'payment_intent.succeeded' && body.includes(intentId),
    );
    if (!message) throw new Error('The sandbox sent no such event');
    return message;
  };

  it('books, charges the amount due, and confirms with one email', async () => {
    const held = await hold(host, { paymentOption: 'pay_full_online', tipAmount: 1500 });
    expect(held.amount).toBe(11999 + 600 + 1500);
    const intentId = await beginPayment(host, held);
    expect(await host.pay(intentId)).toMatchObject({
      receivedCents: held.amount,
      currency: 'cad',
    });
    const { body } = await verify(held.bookingId);
    expect(body).toEqual({ payment: 'succeeded', bookingStatus: 'confirmed', declinedBy: null });
    expect(await stateOf(host, held)).toMatchObject({
      status: 'confirmed',
      permanent: true,
      mails: ['booking_confirmation'],
    });
  });

  it('shows what the webhook settled while the confirmation page was loading', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await host.pay(intentId);
    host.state.afterBookingIsRead = () => host.deliver(succeededMessage(intentId));
    const { body } = await verify(held.bookingId);
    expect(body).toEqual({ payment: 'succeeded', bookingStatus: 'deposit_paid', declinedBy: null });
  });

  it('charges the flat deposit when the rest is paid on site [S9.9]', async () => {
    const held = await hold(host, { tipAmount: 1500 });
    expect(held.amount).toBe(depositCents);
    await host.pay(await beginPayment(host, held));
    const { body } = await verify(held.bookingId);
    expect(body).toEqual({ payment: 'succeeded', bookingStatus: 'deposit_paid', declinedBy: null });
  });

  it('gives the time to one of two customers', async () => {
    const held = await hold(host);
    const { status, body } = await host.call(
      'create-booking',
      bookingRequest(host, { bookingDate: held.date, bookingTime: held.time }),
    );
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'slot_taken' } });
  });

  it("charges nothing when the amount on the screen differs from the booking's", async () => {
    const held = await hold(host);
    const { status, body } = await host.call('create-payment-intent', {
      bookingId: held.bookingId,
      amountToCharge: 1,
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'amount_mismatch' } });
    const intents = await host.deps.payments.listIntents({ from: new Date(0) }, 1000);
    expect(intents.some((intent) => intent.metadata['booking_id'] === held.bookingId)).toBe(false);
  });

  it('continues with the open intent, also for two tabs at once', async () => {
    const held = await hold(host);
    const intents = await Promise.all([beginPayment(host, held), beginPayment(host, held)]);
    expect(new Set([...intents, await beginPayment(host, held)]).size).toBe(1);
  });

  it('replaces an open intent over another amount', async () => {
    const held = await hold(host);
    const first = await beginPayment(host, held);
    await database.pool.query(
      `update public.bookings set due_now_cents = $2, deposit_cents = $2 where id = $1`,
      [held.bookingId, depositCents + 500],
    );
    const second = await beginPayment(host, { ...held, amount: depositCents + 500 });
    expect(second).not.toBe(first);
    expect(await host.deps.payments.retrieveIntent(first)).toMatchObject({
      status: 'canceled',
    });
  });

  it('keeps the booking open after a declined card, and accepts the next one', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await expect(host.pay(intentId, '4000000000000002')).rejects.toThrow('Your card was declined.');
    await host.idle();
    for (const message of host.webhooks.filter(({ body }) => body.includes(intentId))) {
      expect(await host.deliver(message)).toMatchObject({ status: 200 });
    }
    expect((await verify(held.bookingId)).body).toEqual({
      payment: 'unpaid',
      bookingStatus: 'pending_payment',
      declinedBy: 'card',
    });
    expect(await beginPayment(host, held)).toBe(intentId);
    await host.pay(intentId);
    expect((await verify(held.bookingId)).body).toMatchObject({ payment: 'succeeded' });
  });

  it('answers that a booking is already paid instead of charging again', async () => {
    const booking = await paidBooking(host);
    const { status, body } = await host.call('create-payment-intent', {
      bookingId: booking.bookingId,
      amountToCharge: booking.amount,
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'already_paid' } });
  });

  it('finds at the checkout a payment whose notice was lost', async () => {
    const held = await hold(host);
    await host.pay(await beginPayment(host, held));
    const { status, body } = await host.call('create-payment-intent', {
      bookingId: held.bookingId,
      amountToCharge: held.amount,
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'already_paid' } });
    expect(await stateOf(host, held)).toMatchObject({ status: 'deposit_paid' });
  });

  it('settles once when the webhook arrives first, five times, and late', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await host.pay(intentId);
    const message = succeededMessage(intentId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => host.deliver(message)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await verify(held.bookingId)).body).toMatchObject({ payment: 'succeeded' });
    expect((await host.deliver(message)).status).toBe(200);
    expect(await stateOf(host, held)).toMatchObject({
      status: 'deposit_paid',
      mails: ['booking_confirmation'],
      refunds: [],
    });
  });

  it('settles by the webhook alone when the visitor never returns', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await host.pay(intentId);
    await host.deliver(succeededMessage(intentId));
    expect(await stateOf(host, held)).toMatchObject({ status: 'deposit_paid', permanent: true });
  });

  it('is not downgraded by a late event of an earlier failure', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await host.pay(intentId, '4000000000000002').catch(() => undefined);
    await host.pay(intentId);
    await verify(held.bookingId);
    for (const message of host.webhooks.filter(({ body }) => body.includes(intentId)).reverse()) {
      expect(await host.deliver(message)).toMatchObject({ status: 200 });
    }
    expect(await stateOf(host, held)).toMatchObject({ status: 'deposit_paid' });
    const again = await verify(held.bookingId);
    expect(again.body).toMatchObject({ payment: 'succeeded' });
  });

  it('does not trust a confirmation page without a payment', async () => {
    const held = await hold(host);
    await beginPayment(host, held);
    expect((await verify(held.bookingId)).body).toEqual({
      payment: 'unpaid',
      bookingStatus: 'pending_payment',
      declinedBy: null,
    });
  });

  describe('in instalments', () => {
    /** The customer is on the provider's page and has not decided. */
    const leave = async (method = 'klarna') => {
      const held = await hold(host);
      const intentId = await beginPayment(host, held);
      const intent = await host.leaveFor(method, intentId);
      return { held, intentId, provider: intent };
    };

    it('settles by the webhook alone when the customer approves and never returns', async () => {
      const { held, intentId, provider } = await leave();
      expect((await verify(held.bookingId)).body).toEqual({
        payment: 'unpaid',
        bookingStatus: 'pending_payment',
        declinedBy: null,
      });
      await provider.decide('approve');
      await host.deliver(succeededMessage(intentId));
      expect(await stateOf(host, held)).toMatchObject({
        status: 'deposit_paid',
        permanent: true,
        mails: ['booking_confirmation'],
      });
    });

    it('settles by the reconciler when the webhook is lost as well', async () => {
      const { held, provider } = await leave('affirm');
      await provider.decide('approve');
      await reconcilePayments(host.deps, { batch: 100, olderThanSeconds: 0 });
      expect(await stateOf(host, held)).toMatchObject({ status: 'deposit_paid' });
    });

    it('names the provider that declined, keeps the time, and accepts a card for the same payment', async () => {
      const { held, intentId, provider } = await leave('afterpay_clearpay');
      await provider.decide('decline');
      expect((await verify(held.bookingId)).body).toEqual({
        payment: 'unpaid',
        bookingStatus: 'pending_payment',
        declinedBy: 'afterpay_clearpay',
      });
      expect(await stateOf(host, held)).toMatchObject({ claimed: true });
      expect(await beginPayment(host, held)).toBe(intentId);
      await host.pay(intentId);
      expect((await verify(held.bookingId)).body).toMatchObject({ payment: 'succeeded' });
    });

    const endOfHold = async ({ bookingId }: Held) => {
      const { rows } = await database.pool.query<{ minutes: number }>(
        `select (extract(epoch from expires_at - now()) / 60)::float8 as minutes
         from public.slot_claims where booking_id = $1`,
        [bookingId],
      );
      return rows[0]?.minutes ?? 0;
    };

    it('keeps its time while the customer is at the provider, for an hour at most', async () => {
      const { held, intentId, provider } = await leave();
      await letHoldExpire(host, held);
      await reconcilePayments(host.deps, { batch: 100, olderThanSeconds: 0 });
      expect(await endOfHold(held)).toBeGreaterThan(9);
      await provider.decide('approve');
      expect((await verify(held.bookingId)).body).toMatchObject({ payment: 'succeeded' });

      const tooLong = await leave();
      await database.pool.query(
        `update public.payments set created_at = now() - interval '61 minutes' where booking_id = $1`,
        [tooLong.held.bookingId],
      );
      await letHoldExpire(host, tooLong.held);
      await reconcilePayments(host.deps, { batch: 100, olderThanSeconds: 0 });
      expect(await host.deps.payments.retrieveIntent(tooLong.intentId)).toMatchObject({
        status: 'canceled',
      });
      expect(intentId).not.toBe(tooLong.intentId);
    });

    it('does not keep a time for an abandoned card form', async () => {
      const held = await hold(host);
      const intentId = await beginPayment(host, held);
      await letHoldExpire(host, held);
      await reconcilePayments(host.deps, { batch: 100, olderThanSeconds: 0 });
      expect(await host.deps.payments.retrieveIntent(intentId)).toMatchObject({
        status: 'canceled',
      });
    });

    it('keeps its time while the money is being processed, however long', async () => {
      const { held, intentId } = await leave();
      await database.pool.query(
        `update payments_sandbox.intents set intent = intent || '{"status": "processing", "isRedirected": false}'
         where id = $1`,
        [intentId],
      );
      await database.pool.query(
        `update public.payments set created_at = now() - interval '2 hours' where booking_id = $1`,
        [held.bookingId],
      );
      await letHoldExpire(host, held);
      await reconcilePayments(host.deps, { batch: 100, olderThanSeconds: 0 });
      expect(await endOfHold(held)).toBeGreaterThan(9);
    });
  });

  it('answers that the payment service is unavailable', async () => {
    const held = await hold(host);
    host.state.providerIsDown = true;
    const { status, body } = await host.call('create-payment-intent', {
      bookingId: held.bookingId,
      amountToCharge: held.amount,
    });
    host.state.providerIsDown = false;
    expect(status).toBe(502);
    expect(body).toMatchObject({ error: { code: 'payment_unavailable' } });
  });

  it('answers nothing by the id of a paid booking whose address was corrected', async () => {
    const held = await hold(host);
    await host.pay(await beginPayment(host, held));
    expect((await verify(held.bookingId)).status).toBe(200);
    await database.pool.query('update public.bookings set opens_by_id = false where id = $1', [
      held.bookingId,
    ]);
    expect(await verify(held.bookingId)).toMatchObject({
      status: 404,
      body: { error: { code: 'booking_not_found' } },
    });
  });

  describe('an unknown booking id', () => {
    const bookingId = '00000000-0000-4000-8000-000000000000';
    it.each(['create-payment-intent', 'verify-payment', 'extend-hold', 'cancel-booking'])(
      'is not found by %s',
      async (name) => {
        const { status, body } = await host.call(name, { bookingId, amountToCharge: depositCents });
        expect(status).toBe(404);
        expect(body).toMatchObject({ error: { code: 'booking_not_found' } });
      },
    );
    it.each(['verify-payment', 'extend-hold', 'cancel-booking'])(
      'is refused by %s when it is malformed',
      async (name) => {
        const { status, body } = await host.call(name, { bookingId: "x' or 1=1" });
        expect(status).toBe(400);
        expect(body).toMatchObject({ error: { code: 'invalid_input' } });
      },
    );
  });
});
