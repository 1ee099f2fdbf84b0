import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { fakeDeps } from '../_shared/testing/fake-deps.ts';
import { stripeWebhookHandler } from './handler.ts';

const bookingId = '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11';
const secret = 'whsec_test';
const stripe = new Stripe('sk_test_fake');
const nowInSeconds = Math.floor(Date.now() / 1000);

const eventText = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });

const paid = eventText('payment_intent.succeeded', {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 2000,
  amount_received: 2000,
  metadata: { booking_id: bookingId },
});

async function deliver(
  payload: string,
  signed: { secret?: string; timestamp?: number; payload?: string } = {},
  settled: object = { outcome: 'settled', booking_id: bookingId },
) {
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload: signed.payload ?? payload,
    secret: signed.secret ?? secret,
    timestamp: signed.timestamp ?? nowInSeconds,
  });
  const fake = fakeDeps({ apply_payment_event: settled });
  const request = new Request('http://functions.test', {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': signature },
  });
  return { response: await stripeWebhookHandler(fake.deps)(request), calls: fake.calls };
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
    expect((await stripeWebhookHandler(deps)(request)).status).toBe(400);
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

  it('ignores all other events', async () => {
    const { response, calls } = await deliver(
      eventText('customer.created', { id: 'cus_1', object: 'customer' }),
    );
    expect(response.status).toBe(200);
    expect(calls).toEqual([]);
  });
});
