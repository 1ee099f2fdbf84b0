import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { stripePayments } from '../_shared/payments/stripe/stripe-payments.ts';
import { fakeDeps } from '../_shared/testing/fake-deps.ts';
import { paymentWebhookHandler } from './handler.ts';

const bookingId = '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11';
const secret = 'whsec_test';
const stripe = new Stripe('sk_test_fake');
const nowInSeconds = Math.floor(Date.now() / 1000);
/** The clock of the handler. */
const created = Date.parse('2026-12-01T15:00:00Z') / 1000;

const eventText = (type: string, object: object, changes: object = {}) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    created,
    livemode: false,
    type,
    data: { object: { currency: 'cad', created, livemode: false, ...object } },
    ...changes,
  });

const paidIntent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 2000,
  amount_received: 2000,
  metadata: { booking_id: bookingId },
};
const paid = eventText('payment_intent.succeeded', paidIntent);

async function deliver(
  payload: string,
  signed: { secret?: string; timestamp?: number; payload?: string } = {},
  settled: object = { outcome: 'settled', booking_id: bookingId },
  { isLive = false } = {},
) {
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload: signed.payload ?? payload,
    secret: signed.secret ?? secret,
    timestamp: signed.timestamp ?? nowInSeconds,
  });
  const secretKey = isLive ? 'sk_live_fake' : 'sk_test_fake';
  const payments = stripePayments({ secretKey, webhookSecret: secret });
  const fake = fakeDeps({ apply_payment_event: settled }, { payments });
  const request = new Request('http://functions.test', {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': signature },
  });
  return { response: await paymentWebhookHandler(fake.deps)(request), calls: fake.calls };
}

describe("Stripe's webhook", () => {
  it('applies a successful payment', async () => {
    const { response, calls } = await deliver(paid);
    expect(response.status).toBe(200);
    expect(calls).toEqual([
      {
        name: 'apply_payment_event',
        args: {
          event_id: 'evt_1',
          event_type: 'payment_intent.succeeded',
          payment_intent_id: 'pi_1',
          target_booking_id: bookingId,
          amount_cents: 2000,
          detail: { error: null },
        },
      },
    ]);
  });

  it.each([
    ['signed with another secret', { secret: 'whsec_other' }],
    ['signed for another body', { payload: paid.replace('2000', '1') }],
    ['older than five minutes', { timestamp: nowInSeconds - 301 }],
  ])('refuses a message %s and changes nothing', async (_why, signed) => {
    const { response, calls } = await deliver(paid, signed);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_signature' } });
    expect(calls).toEqual([]);
  });

  it('refuses a message without a signature', async () => {
    const { deps } = fakeDeps({});
    const request = new Request('http://functions.test', { method: 'POST', body: paid });
    expect((await paymentWebhookHandler(deps)(request)).status).toBe(400);
  });

  it('ignores an order of another shop on the same account', async () => {
    const { response, calls } = await deliver(paid.replace(bookingId, 'ORDER-77'));
    expect(response.status).toBe(200);
    expect(calls).toMatchObject([{ args: { target_booking_id: null } }]);
  });

  it('answers 500 when the event could not be stored, so that Stripe sends it again', async () => {
    const { response } = await deliver(paid, {}, { status: 500, message: 'connection lost' });
    expect(response.status).toBe(500);
  });

  it('applies refunds by their payment', async () => {
    const refunded = eventText('charge.refunded', {
      id: 'ch_1',
      object: 'charge',
      amount: 2000,
      amount_refunded: 500,
      payment_intent: 'pi_1',
    });
    const failed = eventText('refund.failed', {
      id: 're_1',
      object: 'refund',
      amount: 500,
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      metadata: {},
      payment_intent: { id: 'pi_1' },
    });
    const charge = await deliver(refunded);
    expect(charge.calls[0]?.args).toMatchObject({
      payment_intent_id: 'pi_1',
      target_booking_id: null,
      detail: { refunded_cents: 500 },
    });
    const refund = await deliver(failed);
    expect(refund.calls[0]?.args).toMatchObject({
      payment_intent_id: 'pi_1',
      detail: { refund_id: 're_1', refund_status: 'failed', error: 'expired_or_canceled_card' },
    });
  });

  const type = 'payment_intent.succeeded';
  it.each([
    ['of another mode', eventText(type, paidIntent, { livemode: true })],
    ['of a connected account', eventText(type, paidIntent, { account: 'acct_other' })],
  ])('refuses an event %s', async (_what, payload) => {
    const { response, calls } = await deliver(payload);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'event_of_another_account' } });
    expect(calls).toEqual([]);
  });

  it('takes events of live payments with a live key', async () => {
    const live = eventText(type, { ...paidIntent, livemode: true }, { livemode: true });
    expect((await deliver(live, {}, undefined, { isLive: true })).response.status).toBe(200);
    expect((await deliver(paid, {}, undefined, { isLive: true })).response.status).toBe(400);
  });

  it('changes nothing for a payment in another currency', async () => {
    const { response, calls } = await deliver(eventText(type, { ...paidIntent, currency: 'usd' }));
    expect(response.status).toBe(200);
    expect(calls).toEqual([]);
  });

  it.each([
    ['event', eventText(type, paidIntent, { created: created + 3700 })],
    ['object', eventText(type, { ...paidIntent, created: created + 3700 })],
  ])('refuses an %s from the future', async (_what, payload) => {
    const { response, calls } = await deliver(payload);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'event_from_the_future' } });
    expect(calls).toEqual([]);
  });

  const charge = { id: 'ch_1', object: 'charge', amount: 2000, payment_intent: 'pi_1' };
  const dispute = { id: 'du_1', object: 'dispute', payment_intent: 'pi_1', evidence_details: {} };
  it.each([
    ['a fraction', eventText(type, { ...paidIntent, amount_received: 1.5 })],
    ['a text', eventText(type, { ...paidIntent, amount_received: '2000' })],
    ['a negative amount', eventText(type, { ...paidIntent, amount_received: -1 })],
    ['more than an integer holds', eventText(type, { ...paidIntent, amount_received: 2 ** 40 })],
    ['no amount', eventText('charge.refunded', charge)],
    ['no time', eventText(type, paidIntent, { created: 'now' })],
    [
      'a refund without an amount',
      eventText('refund.failed', { ...charge, object: 'refund', amount: null }),
    ],
    [
      'a dispute of a negative amount',
      eventText('charge.dispute.created', { ...dispute, amount: -5 }),
    ],
    ['no intent', eventText(type, { ...paidIntent, id: 7 })],
  ])('refuses %s with a code of its own', async (_what, payload) => {
    const { response, calls } = await deliver(payload);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'event_malformed' } });
    expect(calls).toEqual([]);
  });

  it('ignores all other events', async () => {
    const { response, calls } = await deliver(
      eventText('customer.created', { id: 'cus_1', object: 'customer' }),
    );
    expect(response.status).toBe(200);
    expect(calls).toEqual([]);
  });
});
