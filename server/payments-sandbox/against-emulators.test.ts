import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator, type Emulator } from 'emulate';
import Stripe from 'stripe';
import { createExpressApp } from 'stripe-stateful-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { openEmbeddedCopy } from '../testing/embedded-copies.ts';
import { errorOf, openSandbox, webhookSecret, type TestSandbox } from './testing.ts';

// The same calls of the official client against emulators that others wrote: what both know of the
// provider must be the same here.

let database: Database;
let sandbox: TestSandbox;

beforeAll(async () => {
  database = await openEmbeddedCopy();
  sandbox = await openSandbox(database);
});
afterAll(async () => {
  await sandbox.idle();
  await database.close();
});

describe('the sandbox beside the "emulate" emulator', () => {
  const heard: { body: string; signature: string }[] = [];
  let endpoint: Server;
  let emulator: Emulator;
  let theirs: Stripe;

  beforeAll(async () => {
    endpoint = await listen((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        heard.push({ body, signature: String(request.headers['stripe-signature']) });
        response.end();
      });
    });
    const port = await freePort();
    const url = `http://127.0.0.1:${portOf(endpoint)}/`;
    emulator = await createEmulator({
      service: 'stripe',
      port,
      seed: { stripe: { webhooks: [{ url, events: ['*'], secret: webhookSecret }] } },
    });
    theirs = clientOf(port);
  });
  afterAll(async () => {
    await emulator.close();
    endpoint.close();
  });

  const input = { amount: 2000, currency: 'CAD', metadata: { booking_id: 'b-1' } };
  const card = { payment_method: 'pm_card_visa' };

  it('gives a new payment intent the same values in every field the emulator has', async () => {
    const [ours, other] = await onBoth((stripe) => stripe.paymentIntents.create(input));
    expect(comparable(ours, other)).toEqual(comparable(other, other));
    const [again, otherAgain] = [
      await sandbox.stripe.paymentIntents.retrieve(ours.id),
      await theirs.paymentIntents.retrieve(other.id),
    ];
    expect(comparable(again, otherAgain)).toEqual(comparable(otherAgain, otherAgain));
  });

  it('walks the same way from creation to success, and to cancellation', async () => {
    const [ours, other] = await onBoth(async (stripe) => {
      const paid = await stripe.paymentIntents.create({ ...input, ...card });
      const updated = await stripe.paymentIntents.update(paid.id, { amount: 2500 });
      const confirmed = await stripe.paymentIntents.confirm(paid.id);
      const { id } = await stripe.paymentIntents.create(input);
      const canceled = await stripe.paymentIntents.cancel(id);
      return [paid, updated, confirmed, canceled].map((intent) => [
        intent.object,
        intent.status,
        intent.amount,
      ]);
    });
    expect(ours).toEqual(other);
    expect(ours.map(([, status]) => status)).toEqual([
      'requires_confirmation',
      'requires_confirmation',
      'succeeded',
      'canceled',
    ]);
  });

  it('refuses the same calls with the same status, type and code', async () => {
    const [ours, other] = await onBoth(async (stripe) => {
      const { id } = await stripe.paymentIntents.create(input);
      await stripe.paymentIntents.confirm(id, card);
      const calls = [
        stripe.paymentIntents.retrieve('pi_nobody'),
        stripe.paymentIntents.confirm(id, card),
        stripe.paymentIntents.cancel(id),
      ];
      return await Promise.all(calls.map(refusal));
    });
    expect(ours).toEqual(other);
  });

  it('lists in the same shape', async () => {
    const [ours, other] = await onBoth(async (stripe) => {
      const list = await stripe.paymentIntents.list({ limit: 2 });
      return { object: list.object, url: list.url, more: list.has_more, size: list.data.length };
    });
    expect(ours).toEqual(other);
  });

  it('sends webhooks of the same types for the same life, which one and the same check accepts', async () => {
    await sandbox.deliverPending();
    heard.length = 0;
    sandbox.deliveries.length = 0;
    await onBoth(async (stripe) => {
      const { id } = await stripe.paymentIntents.create(input);
      await stripe.paymentIntents.confirm(id, card);
      const other = await stripe.paymentIntents.create(input);
      await stripe.paymentIntents.cancel(other.id);
    });
    await sandbox.deliverPending();
    const theirEvents = await Promise.all(
      heard.map(({ body, signature }) =>
        Stripe.webhooks.constructEventAsync(body, signature, webhookSecret),
      ),
    );
    const ourEvents = sandbox.deliveries.map(({ event }) => event);
    const shared = ourEvents.map(({ type }) => type);
    expect(shared).toEqual(['payment_intent.succeeded', 'payment_intent.canceled']);
    expect(theirEvents.map(({ type }) => type)).toEqual(expect.arrayContaining(shared));
    const [theirPaid] = theirEvents.filter(({ type }) => type === 'payment_intent.succeeded');
    const [ourPaid] = ourEvents;
    expect(comparable(ourPaid?.data.object, theirPaid?.data.object)).toEqual(
      comparable(theirPaid?.data.object, theirPaid?.data.object),
    );
  });

  const onBoth = <T>(run: (stripe: Stripe) => Promise<T>) =>
    Promise.all([run(sandbox.stripe), run(theirs)]);
});

describe('the sandbox beside the "stripe-stateful-mock" emulator', () => {
  let server: Server;
  let theirs: Stripe;

  beforeAll(async () => {
    server = await listen(createExpressApp());
    theirs = clientOf(portOf(server));
  });
  afterAll(() => {
    server.close();
  });

  const chargeOf = {
    ours: async (amount: number) => {
      const { latest_charge: charge } = await sandbox.stripe.paymentIntents.create({
        amount,
        currency: 'cad',
        payment_method: 'pm_card_visa',
        confirm: true,
      });
      return await sandbox.stripe.charges.retrieve(typeof charge === 'string' ? charge : '');
    },
    theirs: (amount: number) =>
      theirs.charges.create({ amount, currency: 'cad', source: 'tok_visa' }),
  };

  it('shows a charge with the same state and money', async () => {
    const [ours, other] = [await chargeOf.ours(5000), await chargeOf.theirs(5000)];
    const state = (charge: Stripe.Charge) => [
      charge.object,
      charge.amount,
      charge.amount_captured,
      charge.amount_refunded,
      charge.captured,
      charge.paid,
      charge.refunded,
      charge.status,
      charge.outcome?.network_status,
      charge.outcome?.type,
      charge.payment_method_details?.card?.last4,
    ];
    expect(state(ours)).toEqual(state(other));
  });

  it('refunds in parts, and refuses too much and once more, in the same way', async () => {
    const walk = async (stripe: Stripe, charge: string) => {
      const part = await stripe.refunds.create({ charge, amount: 2000, metadata: { a: 'b' } });
      const tooMuch = await refusal(stripe.refunds.create({ charge, amount: 3001 }));
      const rest = await stripe.refunds.create({ charge });
      const again = await refusal(stripe.refunds.create({ charge }));
      const shown = await stripe.refunds.retrieve(part.id);
      const list = await stripe.refunds.list({ charge });
      const listed = list.data.sort((a, b) => a.amount - b.amount);
      const facts = [part, rest, shown, ...listed].map((refund) => [
        refund.object,
        refund.amount,
        refund.status,
        refund.currency,
        refund.reason,
        refund.metadata,
        refund.charge === charge,
      ]);
      return { facts, tooMuch, again };
    };
    const ours = await walk(sandbox.stripe, (await chargeOf.ours(5000)).id);
    expect(ours).toEqual(await walk(theirs, (await chargeOf.theirs(5000)).id));
    expect(ours.again.code).toBe('charge_already_refunded');
  });

  it('replays and refuses idempotency keys in the same way', async () => {
    const walk = async (stripe: Stripe, charge: string, key: string) => {
      const first = await stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: key });
      const again = await stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: key });
      const other = stripe.refunds.create({ charge, amount: 200 }, { idempotencyKey: key });
      const error = await errorOf(other);
      return {
        isSame: first.id === again.id,
        error: [error.type, error.statusCode, error.message],
      };
    };
    const ours = await walk(sandbox.stripe, (await chargeOf.ours(5000)).id, 'emulated');
    expect(ours).toEqual(await walk(theirs, (await chargeOf.theirs(5000)).id, 'emulated'));
    expect(ours.isSame).toBe(true);
  });

  it.each([
    ['pm_card_chargeDeclined', 'tok_chargeDeclined'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'tok_chargeDeclinedInsufficientFunds'],
    ['pm_card_chargeDeclinedExpiredCard', 'tok_chargeDeclinedExpiredCard'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'tok_chargeDeclinedIncorrectCvc'],
    ['pm_card_chargeDeclinedProcessingError', 'tok_chargeDeclinedProcessingError'],
  ])('declines %s as it declines %s', async (payment_method, source) => {
    const money = { amount: 5000, currency: 'cad' };
    const ours = await errorOf(
      sandbox.stripe.paymentIntents.create({ ...money, payment_method, confirm: true }),
    );
    const other = await errorOf(theirs.charges.create({ ...money, source }));
    const facts = ({ type, statusCode, code, message }: Stripe.errors.StripeError) => ({
      type,
      statusCode,
      code,
      message,
    });
    expect(facts(ours)).toEqual(facts(other));
    if (other.code === 'card_declined') expect(ours.decline_code).toBe(other.decline_code);
  });
});

const clientOf = (port: number) =>
  new Stripe('sk_test_emulator', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });

/** Our object narrowed to the fields the other has, without what must differ. */
function comparable(object: unknown, other: unknown): Record<string, unknown> {
  const mask = new Set(['id', 'created', 'payment_method']);
  const fields = Object.entries(object as Record<string, unknown>).filter(
    ([name]) => name in (other as object) && !mask.has(name),
  );
  return Object.fromEntries(fields);
}

async function refusal(call: Promise<unknown>) {
  const { type, statusCode, code } = await errorOf(call);
  return { type, statusCode, code };
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function freePort(): Promise<number> {
  const server = await listen(() => undefined);
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
