import type { Server } from 'node:http';
import { createEmulator, type Emulator } from 'emulate';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { openCopy } from '../testing/databases.ts';
import { clientOf, freePort, listen, portOf, refusal } from './testing-emulators.ts';
import { openSandbox, webhookSecret, type TestSandbox } from './testing.ts';

// The same calls of the official client to a third-party emulator: where it supports a feature, the results must
// be equal.

let database: Database;
let sandbox: TestSandbox;

beforeAll(async () => {
  database = await openCopy();
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

  it('has the same values in every field of a new intent that the emulator has', async () => {
    const [ours, other] = await onBoth((stripe) => stripe.paymentIntents.create(input));
    expect(comparable(ours, other)).toEqual(comparable(other, other));
    const [again, otherAgain] = [
      await sandbox.stripe.paymentIntents.retrieve(ours.id),
      await theirs.paymentIntents.retrieve(other.id),
    ];
    expect(comparable(again, otherAgain)).toEqual(comparable(otherAgain, otherAgain));
  });

  it('has the same states from creation to success and to cancellation', async () => {
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

  it('sends webhooks of the same types, which the same check accepts', async () => {
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

/** Our object with the other's fields only, without values that must differ. */
function comparable(object: unknown, other: unknown): Record<string, unknown> {
  const mask = new Set(['id', 'created', 'payment_method']);
  const fields = Object.entries(object as Record<string, unknown>).filter(
    ([name]) => name in (other as object) && !mask.has(name),
  );
  return Object.fromEntries(fields);
}
