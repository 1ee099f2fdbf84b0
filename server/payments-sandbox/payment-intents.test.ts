import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { errorOf, openSandbox, type TestSandbox } from './testing.ts';

describeEachDatabase('payment intents of the sandbox', (open) => {
  let database: Database;
  let sandbox: TestSandbox;
  const amount = { amount: 2000, currency: 'CAD' };

  beforeAll(async () => {
    database = await open();
    sandbox = await openSandbox(database);
  });
  afterAll(async () => {
    await sandbox.idle();
    await database.close();
  });

  it('starts without a payment method, with a client secret that begins with its id', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      ...amount,
      automatic_payment_methods: { enabled: true },
      metadata: { booking_id: 'b-1', note: 'a & b = [c]' },
      description: 'Premium Detailing',
    });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 2000,
      currency: 'cad',
      status: 'requires_payment_method',
      metadata: { booking_id: 'b-1', note: 'a & b = [c]' },
      latest_charge: null,
      livemode: false,
    });
    expect(intent.id).toMatch(/^pi_/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      id: intent.id,
      metadata: intent.metadata,
    });
  });

  it('succeeds on the server with the name of a test card, and shows its charge', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create(amount);
    const paid = await sandbox.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge.refunds'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 2000,
      latest_charge: {
        object: 'charge',
        paid: true,
        amount: 2000,
        payment_intent: id,
        refunds: { object: 'list', data: [] },
      },
    });
  });

  it('is paid in one call when created with confirm', async () => {
    const paid = await sandbox.stripe.paymentIntents.create({
      ...amount,
      payment_method: 'pm_card_mastercard',
      confirm: true,
    });
    expect(paid.status).toBe('succeeded');
  });

  it('changes its amount, and its metadata key by key, until it is paid', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create({
      ...amount,
      metadata: { kept: '1', dropped: '2' },
    });
    const updated = await sandbox.stripe.paymentIntents.update(id, {
      amount: 3500,
      metadata: { dropped: '', added: '3' },
    });
    expect(updated).toMatchObject({ amount: 3500, metadata: { kept: '1', added: '3' } });
    expect(updated.metadata).not.toHaveProperty('dropped');
    await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const error = await errorOf(sandbox.stripe.paymentIntents.update(id, { amount: 100 }));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  });

  it('is cancelled once and then accepts no payment', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create(amount);
    const canceled = await sandbox.stripe.paymentIntents.cancel(id, {
      cancellation_reason: 'abandoned',
    });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(canceled.canceled_at).toBe(sandbox.clock.now.getTime() / 1000);
    const paying = sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await errorOf(paying)).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id, status: 'canceled' },
    });
  });

  it('cannot be cancelled after its success, and names its state', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create(amount);
    await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await errorOf(sandbox.stripe.paymentIntents.cancel(id))).toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'payment_intent_unexpected_state',
      payment_intent: { id, status: 'succeeded' },
    });
  });

  it('is paid or cancelled, never both, when both arrive at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await sandbox.stripe.paymentIntents.create(amount);
      const outcomes = await Promise.allSettled([
        sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
        sandbox.stripe.paymentIntents.cancel(id),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('lists the newest first, page by page', async () => {
    const made = [];
    for (const cents of [100, 200, 300]) {
      made.push(await sandbox.stripe.paymentIntents.create({ amount: cents, currency: 'cad' }));
    }
    const [first, second, third] = made.map(({ id }) => id);
    const page = await sandbox.stripe.paymentIntents.list({ limit: 2 });
    expect(page.data.map(({ id }) => id)).toEqual([third, second]);
    expect(page.has_more).toBe(true);
    const next = await sandbox.stripe.paymentIntents.list({
      limit: 1,
      ...(second && { starting_after: second }),
    });
    expect(next.data.map(({ id }) => id)).toEqual([first]);
    const back = await sandbox.stripe.paymentIntents.list({
      limit: 1,
      ...(second && { ending_before: second }),
    });
    expect(back.data.map(({ id }) => id)).toEqual([third]);
  });

  it('answers unknown ids and missing, unknown and wrong parameters like the provider', async () => {
    const { paymentIntents } = sandbox.stripe;
    expect(await errorOf(paymentIntents.retrieve('pi_nobody'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_nobody'",
    });
    const withoutAmount = { currency: 'cad' } as { currency: string; amount: number };
    expect(await errorOf(paymentIntents.create(withoutAmount))).toMatchObject({
      statusCode: 400,
      code: 'parameter_missing',
      param: 'amount',
    });
    const withExtra = { ...amount, colour: 'green' };
    expect(await errorOf(paymentIntents.create(withExtra))).toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    });
    expect(await errorOf(paymentIntents.create({ ...amount, amount: 19.5 }))).toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
    expect(await errorOf(paymentIntents.create({ ...amount, amount: 49 }))).toMatchObject({
      code: 'amount_too_small',
    });
  });

  it('refuses a secret key that is not a test key, and an unknown path', async () => {
    const call = (path: string, key: string) =>
      sandbox.fetch(`https://api.stripe.com${path}`, {
        headers: { authorization: `Bearer ${key}` },
      });
    expect((await call('/v1/payment_intents', 'sk_live_1')).status).toBe(401);
    const unknown = await call('/v1/customers', 'sk_test_1');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('rolls back a payment whose answer cannot be sent', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create(amount);
    const call = sandbox.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      expand: ['nothing'],
    });
    expect(await errorOf(call)).toMatchObject({ statusCode: 400, param: 'expand' });
    expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe(
      'requires_payment_method',
    );
  });
});
