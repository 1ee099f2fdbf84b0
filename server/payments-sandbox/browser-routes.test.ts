import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { goodCard, openSandbox, payInBrowser, post, type TestSandbox } from './testing.ts';

describeEachDatabase('the card form of the sandbox', (open) => {
  let database: Database;
  let sandbox: TestSandbox;

  beforeAll(async () => {
    database = await open();
    sandbox = await openSandbox(database);
  });
  afterAll(async () => {
    await sandbox.idle();
    await database.close();
  });

  const newIntent = () =>
    sandbox.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'cad',
      metadata: { booking_id: 'b-1' },
    });
  const statusOf = async (id: string) => (await sandbox.stripe.paymentIntents.retrieve(id)).status;

  it.each([
    ['4242 4242 4242 4242', '123'],
    ['5555-5555-5555-4444', '123'],
    ['378282246310005', '1234'],
  ])('pays with %s', async (number, cvc) => {
    const intent = await newIntent();
    const { status, body } = await payInBrowser(sandbox, intent, { ...goodCard, number, cvc });
    expect([status, body.status]).toEqual([200, 'succeeded']);
    expect(await statusOf(intent.id)).toBe('succeeded');
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      '4000000000009995',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  ])(
    'declines %s with the reason, and accepts another card',
    async (number, code, reason, message) => {
      const intent = await newIntent();
      const { status, body } = await payInBrowser(sandbox, intent, { ...goodCard, number });
      expect(status).toBe(402);
      expect(body.error).toMatchObject({ type: 'card_error', code, message });
      expect(body.error?.decline_code).toBe(reason);
      expect(body.error?.payment_intent).toMatchObject({
        id: intent.id,
        status: 'requires_payment_method',
        last_payment_error: { code },
      });
      expect((await payInBrowser(sandbox, intent)).body.status).toBe('succeeded');
    },
  );

  it.each([
    ['a number with a wrong check digit', { number: '4242424242424241' }, 'incorrect_number'],
    ['a number that is too short', { number: '4242' }, 'incorrect_number'],
    ['no thirteenth month', { exp_month: 13 }, 'invalid_expiry_month'],
    ['a year gone by', { exp_year: 2025 }, 'invalid_expiry_year'],
    ['a month gone by', { exp_month: 5, exp_year: 2026 }, 'invalid_expiry_month'],
    ['a security code of two digits', { cvc: '12' }, 'invalid_cvc'],
    ['a card that is not a test card', { number: '4012888888881881' }, 'card_declined'],
  ])('refuses %s and does not change the payment', async (_what, wrong, code) => {
    const intent = await newIntent();
    const { status, body } = await payInBrowser(sandbox, intent, { ...goodCard, ...wrong });
    expect([status, body.error?.type, body.error?.code]).toEqual([402, 'card_error', code]);
    const after = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect([after.status, after.latest_charge]).toEqual(['requires_payment_method', null]);
  });

  it('accepts a card to the end of its expiry month, with a two-digit year', async () => {
    const card = { ...goodCard, exp_month: '6', exp_year: '26' };
    expect((await payInBrowser(sandbox, await newIntent(), card)).body.status).toBe('succeeded');
  });

  it('requires a challenge, and is paid when it is completed', async () => {
    const intent = await newIntent();
    const card = { ...goodCard, number: '4000002500003155' };
    const { body } = await payInBrowser(sandbox, intent, card);
    expect(body).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    const answer = { client_secret: intent.client_secret, outcome: 'complete' };
    const path = `/v1/payment_intents/${intent.id}/challenge`;
    expect((await post(sandbox, path, answer)).body.status).toBe('succeeded');
    expect((await post(sandbox, path, answer)).body.error?.code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  it('waits for another card after a failed challenge', async () => {
    const intent = await newIntent();
    await payInBrowser(sandbox, intent, { ...goodCard, number: '4000000000003220' });
    const { status, body } = await post(sandbox, `/v1/payment_intents/${intent.id}/challenge`, {
      client_secret: intent.client_secret,
      outcome: 'fail',
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      payment_intent: { status: 'requires_payment_method', next_action: null },
    });
    expect((await payInBrowser(sandbox, intent)).body.status).toBe('succeeded');
  });

  it('shows the payment to a holder of its client secret, without server-only fields', async () => {
    const intent = await newIntent();
    const show = (secret: string) =>
      sandbox.browserRoutes.request(
        `/v1/payment_intents/${intent.id}?client_secret=${encodeURIComponent(secret)}`,
      );
    const shown = (await (await show(intent.client_secret ?? '')).json()) as object;
    expect(shown).toMatchObject({ id: intent.id, amount: 2000 });
    expect(shown).not.toHaveProperty('metadata');
    expect((await show('pi_x_secret_y')).status).toBe(400);
  });

  it("accepts no payment with another intent's secret, or without one", async () => {
    const [intent, other] = [await newIntent(), await newIntent()];
    const stolen = await payInBrowser(sandbox, { ...intent, client_secret: other.client_secret });
    expect([stolen.status, stolen.body.error?.code]).toEqual([
      400,
      'payment_intent_invalid_parameter',
    ]);
    expect((await payInBrowser(sandbox, { ...intent, client_secret: null })).status).toBe(400);
    expect(await statusOf(intent.id)).toBe('requires_payment_method');
  });

  it('pays once when the button is pressed many times at once', async () => {
    const intent = await newIntent();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => payInBrowser(sandbox, intent)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)?.body.error?.code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  it("stores a card's brand and last four digits, and never its number or code", async () => {
    await payInBrowser(sandbox, await newIntent(), { ...goodCard, cvc: '987' });
    await payInBrowser(sandbox, await newIntent(), { ...goodCard, number: '4012888888881881' });
    await sandbox.deliverPending();
    const tables = ['objects', 'events', 'idempotency_keys'];
    const dumps = await Promise.all(
      tables.map((table) =>
        database.pool.query<{ dump: string | null }>(
          `select string_agg(t::text, ' ') as dump from payments_sandbox.${table} t`,
        ),
      ),
    );
    const everything = dumps.map(({ rows }) => rows[0]?.dump ?? '').join(' ');
    // A random id or a fraction of a second may hold the same digits: a value stands alone.
    const holdsValue = (digits: string) =>
      new RegExp(`(?<![\\w.])${digits}(?!\\w)`).test(everything);
    expect(holdsValue('4242')).toBe(true);
    expect(/4242\D?4242/.test(everything)).toBe(false);
    expect(/4012888888|8888881881/.test(everything)).toBe(false);
    expect(holdsValue('1881')).toBe(false);
    expect(holdsValue('987')).toBe(false);
  });

  it('answers a body that is too large or not JSON with its own error format', async () => {
    const send = (body: string) =>
      sandbox.browserRoutes.request('/v1/payment_intents/pi_1/confirm', { method: 'POST', body });
    expect((await send('no json')).status).toBe(400);
    expect((await send('x'.repeat(20_000))).status).toBe(413);
    expect((await sandbox.browserRoutes.request('/v1/customers')).status).toBe(404);
  });
});
