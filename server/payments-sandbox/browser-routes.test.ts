import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import {
  goodCard,
  newIntent as begin,
  openSandbox,
  payInBrowser,
  post,
  type TestSandbox,
} from './testing.ts';

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

  const newIntent = () => begin(sandbox);
  const statusOf = async (id: string) => (await sandbox.provider.retrieveIntent(id)).status;

  it.each([
    ['4242 4242 4242 4242', '123'],
    ['5555-5555-5555-4444', '123'],
    ['378282246310005', '1234'],
  ])('pays with %s', async (number, securityCode) => {
    const intent = await newIntent();
    const { status, body } = await payInBrowser(sandbox, intent, {
      ...goodCard,
      number,
      securityCode,
    });
    expect([status, body.status]).toEqual([200, 'succeeded']);
    expect(await statusOf(intent.id)).toBe('succeeded');
  });

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ])('declines %s with the reason, and accepts another card', async (number, message) => {
    const intent = await newIntent();
    const { status, body } = await payInBrowser(sandbox, intent, { ...goodCard, number });
    expect([status, body]).toEqual([402, { error: { type: 'card_error', message } }]);
    expect(await sandbox.provider.retrieveIntent(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      lastError: { message, method: 'card' },
    });
    expect((await payInBrowser(sandbox, intent)).body.status).toBe('succeeded');
    expect((await sandbox.provider.retrieveIntent(intent.id)).lastError).toBeNull();
  });

  it.each([
    ['a number with a wrong check digit', { number: '4242424242424241' }, /number is incorrect/],
    ['a number that is too short', { number: '4242' }, /number is incorrect/],
    ['no thirteenth month', { month: 13 }, /month is invalid/],
    ['a year gone by', { year: 2025 }, /year is invalid/],
    ['a month gone by', { month: 5, year: 2026 }, /month is invalid/],
    ['a security code of two digits', { securityCode: '12' }, /security code is invalid/],
    ['a card that is not a test card', { number: '4012888888881881' }, /non test card/],
  ])('refuses %s and does not change the payment', async (_what, wrong, message) => {
    const intent = await newIntent();
    const { status, body } = await payInBrowser(sandbox, intent, { ...goodCard, ...wrong });
    expect([status, body.error?.type]).toEqual([402, 'card_error']);
    expect(body.error?.message).toMatch(message);
    expect(await sandbox.provider.retrieveIntent(intent.id)).toEqual(intent);
  });

  it('accepts a card to the end of its expiry month, with a two-digit year', async () => {
    const card = { ...goodCard, month: '6', year: '26' };
    expect((await payInBrowser(sandbox, await newIntent(), card)).body.status).toBe('succeeded');
  });

  const answerChallenge = (
    { id, clientSecret }: { id: string; clientSecret: string },
    outcome: 'complete' | 'fail',
  ) => post(sandbox, `/intents/${id}/challenge`, { clientSecret, outcome });

  it('requires a challenge, and is paid when it is completed', async () => {
    const intent = await newIntent();
    const card = { ...goodCard, number: '4000002500003155' };
    const { body } = await payInBrowser(sandbox, intent, card);
    expect(body).toEqual({ status: 'requires_action' });
    expect((await answerChallenge(intent, 'complete')).body.status).toBe('succeeded');
    expect((await answerChallenge(intent, 'complete')).status).toBe(400);
  });

  it('waits for another card after a failed challenge', async () => {
    const intent = await newIntent();
    await payInBrowser(sandbox, intent, { ...goodCard, number: '4000000000003220' });
    const { status, body } = await answerChallenge(intent, 'fail');
    expect([status, body.error?.type]).toEqual([402, 'card_error']);
    expect(await statusOf(intent.id)).toBe('requires_payment_method');
    expect((await payInBrowser(sandbox, intent)).body.status).toBe('succeeded');
  });

  it("accepts no payment with another intent's secret, or without one", async () => {
    const [intent, other] = [await newIntent(), await newIntent()];
    const stolen = { id: intent.id, clientSecret: other.clientSecret };
    expect((await payInBrowser(sandbox, stolen)).status).toBe(400);
    expect((await post(sandbox, `/intents/${intent.id}/confirm`, { card: goodCard })).status).toBe(
      400,
    );
    expect(await statusOf(intent.id)).toBe('requires_payment_method');
    expect((await payInBrowser(sandbox, { ...intent, id: 'pi_nobody' })).status).toBe(404);
  });

  it('pays once when the button is pressed many times at once', async () => {
    const intent = await newIntent();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => payInBrowser(sandbox, intent)),
    );
    expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['succeeded']));
    await sandbox.idle();
    await sandbox.deliverPending();
    expect(
      sandbox.deliveries.filter((event) => 'intent' in event && event.intent.id === intent.id),
    ).toHaveLength(1);
  });

  it("never stores a card's number or code", async () => {
    await payInBrowser(sandbox, await newIntent(), { ...goodCard, securityCode: '987' });
    await payInBrowser(sandbox, await newIntent(), { ...goodCard, number: '4012888888881881' });
    await sandbox.deliverPending();
    const tables = ['intents', 'refunds', 'events'];
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
    expect(everything).toContain('succeeded');
    expect(holdsValue('4242')).toBe(false);
    expect(/4242\D?4242/.test(everything)).toBe(false);
    expect(/4012888888|8888881881/.test(everything)).toBe(false);
    expect(holdsValue('1881')).toBe(false);
    expect(holdsValue('987')).toBe(false);
  });

  it('answers a body that is too large or not JSON with its own error format', async () => {
    const send = (body: string) =>
      sandbox.browserRoutes.request('/intents/pi_1/confirm', { method: 'POST', body });
    expect((await send('no json')).status).toBe(400);
    expect((await send('x'.repeat(20_000))).status).toBe(413);
    expect((await sandbox.browserRoutes.request('/customers')).status).toBe(404);
  });
});
