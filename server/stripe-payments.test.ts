import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../supabase/functions/_shared/payments/provider.ts';
import { stripePayments } from '../supabase/functions/_shared/payments/stripe/stripe-payments.ts';
import answers from './testing/stripe-answers.json';

type Answer = { status?: number; body: unknown };
type Asked = { call: string; form: Record<string, string>; idempotencyKey: string | undefined };

// In the shapes of API version 2026-10-28.
const { intents, refund, refusals, events } = answers;
const webhookSecret = 'whsec_test';
const bookingId = '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11';
const list = (data: unknown[], has_more = false) => ({
  body: { object: 'list', url: '/v1/listed', has_more, data },
});

describe('Stripe', () => {
  const asked: Asked[] = [];
  const next: Answer[] = [];
  let server: Server;
  let payments: PaymentProvider;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void (async () => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
        const sent = new URLSearchParams(await text(request));
        asked.push({
          call: `${request.method} ${pathname}`,
          form: Object.fromEntries([...searchParams, ...sent]),
          idempotencyKey: request.headers['idempotency-key']?.toString(),
        });
        const { status = 200, body } = next.shift() ?? { status: 500, body: {} };
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      })();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    payments = stripePayments({
      secretKey: 'sk_test_1',
      webhookSecret,
      apiUrl: `http://127.0.0.1:${port}`,
      retries: 0,
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked.length = 0;
    next.length = 0;
  });

  it('creates an intent with the methods of the account, once for a key', async () => {
    next.push({ body: intents.begun });
    const metadata = { booking_id: bookingId };
    const intent = { amountCents: 2000, description: 'Basic Wash on 2026-06-02', metadata };
    expect(await payments.createIntent(intent, 'booking:1')).toEqual({
      id: intents.begun.id,
      status: 'requires_payment_method',
      amountCents: 2000,
      receivedCents: 0,
      currency: 'cad',
      clientSecret: intents.begun.client_secret,
      methods: ['card', 'affirm', 'afterpay_clearpay', 'klarna'],
      metadata,
      description: 'Basic Wash on 2026-06-02',
      receiptEmail: 'ada@example.com',
      createdAt: '2026-06-01T14:00:00.000Z',
      isRedirected: false,
      lastError: null,
      charge: null,
    });
    expect(asked).toEqual([
      {
        call: 'POST /v1/payment_intents',
        form: {
          amount: '2000',
          currency: 'cad',
          'automatic_payment_methods[enabled]': 'true',
          description: 'Basic Wash on 2026-06-02',
          'metadata[booking_id]': bookingId,
        },
        idempotencyKey: 'booking:1',
      },
    ]);
  });

  it('reads an intent with its charge', async () => {
    next.push({ body: intents.paid });
    expect(await payments.retrieveIntent(intents.paid.id)).toMatchObject({
      status: 'succeeded',
      receivedCents: 2000,
      charge: { refundedCents: 500, isDisputed: false },
    });
    expect(asked).toMatchObject([
      {
        call: `GET /v1/payment_intents/${intents.paid.id}`,
        form: { 'expand[0]': 'latest_charge' },
      },
    ]);
  });

  it('reads why the last attempt failed, and that the customer is on another page', async () => {
    next.push({ body: intents.declined }, { body: intents.redirected });
    expect((await payments.retrieveIntent('pi_1')).lastError).toEqual({
      message: 'Your card was declined.',
      method: 'card',
    });
    expect(await payments.retrieveIntent('pi_2')).toMatchObject({
      status: 'requires_action',
      isRedirected: true,
    });
  });

  it('cancels an intent, and returns one that was paid first', async () => {
    next.push({ body: { ...intents.begun, status: 'canceled' } });
    expect((await payments.cancelIntent('pi_1')).status).toBe('canceled');
    next.push(refusals.cancelError, { body: intents.paid });
    expect((await payments.cancelIntent('pi_1')).status).toBe('succeeded');
    expect(asked.map(({ call }) => call)).toEqual([
      'POST /v1/payment_intents/pi_1/cancel',
      'POST /v1/payment_intents/pi_1/cancel',
      'GET /v1/payment_intents/pi_1',
    ]);
  });

  it('lists intents of a period, page by page, at most as many as asked for', async () => {
    const numbered = (id: string) => ({ ...intents.paid, id });
    next.push(
      list([numbered('pi_3'), numbered('pi_2')], true),
      list([numbered('pi_1'), numbered('pi_0')]),
    );
    const period = { from: new Date('2026-06-01T00:00:00Z'), until: new Date('2026-06-02') };
    const found = await payments.listIntents(period, 3);
    expect(found.map(({ id }) => id)).toEqual(['pi_3', 'pi_2', 'pi_1']);
    const range = { 'created[gte]': '1780272000', 'created[lte]': '1780358400', limit: '100' };
    expect(asked.map(({ form }) => form)).toEqual([range, { ...range, starting_after: 'pi_2' }]);
  });

  it('refunds, and lists the refunds of an intent', async () => {
    next.push({ body: refund }, list([{ ...refund, status: null }]));
    const read = {
      id: refund.id,
      intentId: refund.payment_intent,
      amountCents: 500,
      status: 'succeeded',
      metadata: refund.metadata,
      failureReason: null,
    };
    const intentId = refund.payment_intent;
    const { metadata } = refund;
    expect(
      await payments.createRefund({ intentId, amountCents: 500, metadata }, 'refund:1'),
    ).toEqual(read);
    expect(await payments.listRefunds({ intentId }, 100)).toEqual([{ ...read, status: 'pending' }]);
    expect(asked).toMatchObject([
      {
        form: {
          payment_intent: intentId,
          amount: '500',
          'metadata[refund_id]': metadata.refund_id,
        },
        idempotencyKey: 'refund:1',
      },
      { call: 'GET /v1/refunds', form: { payment_intent: intentId } },
    ]);
  });

  const failureOf = async (answer: Answer) => {
    next.push(answer);
    try {
      await payments.createRefund({ intentId: 'pi_1', metadata: {} });
    } catch (error) {
      const { code, reason, cause } = error as { code: string; reason: string; cause: Error };
      return [code, reason, cause.message];
    }
    throw new Error('The call was expected to fail');
  };
  const refusal = (status: number, message: string) => ({
    status,
    body: { error: { type: 'invalid_request_error', message } },
  });

  it.each([
    ['already_refunded', refusals.alreadyRefunded],
    ['disputed', refusals.disputedError],
    ['refused', refusals.missing],
    ['keys_refused', refusal(401, 'Invalid API Key provided')],
    ['keys_refused', refusal(403, 'This key has no permission')],
    ['unavailable', refusal(429, 'Too many requests')],
    ['unavailable', { ...refusal(500, 'Sorry'), body: { error: { type: 'api_error' } } }],
  ])('says %s for %j', async (reason, answer) => {
    const [code, found, words] = await failureOf(answer);
    expect([code, found]).toEqual(['payment_unavailable', reason]);
    const { error } = answer.body as { error: { message?: string } };
    if (error.message) expect(words).toBe(error.message);
  });

  it('is unavailable when nothing answers', async () => {
    const away = stripePayments({
      secretKey: 'sk_test_1',
      webhookSecret,
      fetch: () => Promise.reject(new Error('no route')),
      retries: 0,
    });
    await expect(away.retrieveIntent('pi_1')).rejects.toMatchObject({ reason: 'unavailable' });
  });

  const readEvent = async (event: object) => {
    const payload = JSON.stringify(event);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: webhookSecret,
    });
    return payments.readEvent(payload, new Headers({ 'stripe-signature': signature }));
  };

  it('reads the events of a payment, a refund and a dispute', async () => {
    const succeeded = events['payment_intent.succeeded'];
    expect(await readEvent(succeeded)).toMatchObject({
      id: succeeded.id,
      type: 'payment_intent.succeeded',
      createdAt: '2026-06-01T14:00:00.000Z',
      currency: 'cad',
      intent: { id: succeeded.data.object.id, status: 'succeeded', receivedCents: 2000 },
    });
    const charged = events['charge.refunded'];
    expect(await readEvent(charged)).toMatchObject({
      charge: {
        intentId: charged.data.object.payment_intent,
        amountCents: 2000,
        refundedCents: 500,
      },
    });
    const refunded = events['refund.updated'];
    expect(await readEvent({ ...refunded, type: 'charge.refund.updated' })).toMatchObject({
      type: 'refund.updated',
      refund: { id: refunded.data.object.id, amountCents: 500, status: 'succeeded' },
    });
    const withdrawn = events['charge.dispute.funds_withdrawn'];
    const dispute = {
      id: withdrawn.data.object.id,
      intentId: withdrawn.data.object.payment_intent,
      amountCents: 2000,
      reason: 'fraudulent',
      status: 'needs_response',
      dueBy: '2026-06-21T14:00:00.000Z',
      hasEvidence: false,
      openedAt: '2026-06-01T14:00:00.000Z',
    };
    const transfers = [{ amountCents: -2000, feeCents: 1500, madeAt: '2026-06-01T14:00:00.000Z' }];
    expect(await readEvent(withdrawn)).toMatchObject({ dispute: { ...dispute, transfers } });
    const { balance_transactions: _, ...shorter } = withdrawn.data.object;
    expect(await readEvent({ ...withdrawn, data: { object: shorter } })).toMatchObject({
      dispute: { ...dispute, transfers: null },
    });
  });
});
