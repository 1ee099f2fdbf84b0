import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import {
  newIntent as begin,
  openSandbox,
  payInBrowser,
  post,
  type TestSandbox,
} from './testing.ts';

const returnUrl =
  'https://shop.example/booking-confirmation?booking_id=b-1&payment_status=full_paid';

describeEachDatabase('paying later in the sandbox', (open) => {
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

  const newIntent = () => begin(sandbox, 11749);
  type Intent = Awaited<ReturnType<typeof newIntent>>;
  const leave = ({ id, clientSecret }: Intent, more: object = {}) =>
    post(sandbox, `/intents/${id}/confirm`, {
      clientSecret,
      method: 'klarna',
      returnUrl,
      ...more,
    });
  /** The provider's page for this payment, as the browser is sent to it. */
  const providerPage = async (intent: Intent) => {
    const { body } = await leave(intent);
    const url = new URL(body.redirectTo ?? '');
    expect(url.origin).toBe('https://shop.example');
    return url.pathname.replace(/^\/payments-sandbox/, '');
  };
  const decide = (path: string, decision: string) =>
    sandbox.browserRoutes.request(path, {
      method: 'POST',
      body: new URLSearchParams({ decision }),
    });
  const wayBack = (response: Response) => response.headers.get('location') ?? '';
  const eventsOf = async (id: string) => {
    await sandbox.idle();
    await sandbox.deliverPending();
    return sandbox.deliveries
      .filter((event) => 'intent' in event && event.intent.id === id)
      .map(({ type }) => type);
  };

  it('sends the customer to a page that names the provider and the amount', async () => {
    const intent = await newIntent();
    const { status, body } = await leave(intent);
    expect(status).toBe(200);
    expect(body.status).toBe('requires_action');
    expect((await sandbox.provider.retrieveIntent(intent.id)).isRedirected).toBe(true);
    const page = await sandbox.browserRoutes.request(await providerPage(intent));
    const { document } = new JSDOM(await page.text()).window;
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(document.querySelector('h1')?.textContent).toBe('Pay $117.49 with Klarna');
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).toEqual([
      'Approve payment',
      'Decline payment',
    ]);
  });

  it('is paid when the customer approves, says so in the return URL, and notifies the webhook', async () => {
    const intent = await newIntent();
    const response = await decide(await providerPage(intent), 'approve');
    expect(response.status).toBe(303);
    expect(wayBack(response)).toBe(
      '/booking-confirmation?booking_id=b-1&payment_status=full_paid' +
        `&payment_intent=${intent.id}&payment_intent_client_secret=${intent.clientSecret}` +
        '&redirect_status=succeeded',
    );
    expect(await sandbox.provider.retrieveIntent(intent.id)).toMatchObject({
      status: 'succeeded',
      receivedCents: 11749,
      isRedirected: false,
    });
    expect(await eventsOf(intent.id)).toEqual(['payment_intent.succeeded']);
  });

  it('stays unpaid when declined, with the reason, and notifies the webhook', async () => {
    const intent = await newIntent();
    expect(wayBack(await decide(await providerPage(intent), 'decline'))).toContain(
      'redirect_status=failed',
    );
    expect(await sandbox.provider.retrieveIntent(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      lastError: { method: 'klarna' },
    });
    expect(await eventsOf(intent.id)).toEqual(['payment_intent.payment_failed']);
    expect((await payInBrowser(sandbox, intent)).body.status).toBe('succeeded');
  });

  it('keeps the first decision, and redirects from a page without a decision to make', async () => {
    const intent = await newIntent();
    const path = await providerPage(intent);
    await decide(path, 'approve');
    expect(wayBack(await decide(path, 'decline'))).toContain('redirect_status=succeeded');
    const shown = await sandbox.browserRoutes.request(path);
    expect([shown.status, wayBack(shown).split('?')[0]]).toEqual([302, '/booking-confirmation']);
  });

  it('approves nothing after the customer went back and paid by card, or after a cancellation', async () => {
    const byCard = await newIntent();
    const left = await providerPage(byCard);
    await payInBrowser(sandbox, byCard);
    expect(wayBack(await decide(left, 'approve'))).toContain('redirect_status=failed');
    const refund = { intentId: byCard.id, metadata: {} };
    expect((await sandbox.provider.createRefund(refund)).amountCents).toBe(11749);

    const canceled = await newIntent();
    const path = await providerPage(canceled);
    await sandbox.provider.cancelIntent(canceled.id);
    expect(wayBack(await decide(path, 'approve'))).toContain('redirect_status=failed');
    expect((await sandbox.provider.retrieveIntent(canceled.id)).status).toBe('canceled');
  });

  it('refunds a payment by instalments like any other', async () => {
    const intent = await newIntent();
    await decide(await providerPage(intent), 'approve');
    const refund = await sandbox.provider.createRefund({ intentId: intent.id, metadata: {} });
    expect(refund).toMatchObject({ amountCents: 11749, status: 'succeeded' });
  });

  it.each([
    ['no way back', { returnUrl: undefined }],
    ['a way back that is no web address', { returnUrl: 'javascript:alert(1)' }],
    ['a way back that would leave the site', { returnUrl: 'https://shop.example//evil.example' }],
    ['a way back without a scheme', { returnUrl: '//evil.example/' }],
    ['a way back with a port that is none', { returnUrl: 'http://localhost:1.evil.example/' }],
    ['a provider that the payment does not take', { method: 'paypal' }],
    ['a card without its data', { method: 'card' }],
    ['the secret of no payment', { clientSecret: 'pi_x_secret_y' }],
  ])('refuses %s', async (_what, wrong) => {
    const intent = await newIntent();
    expect((await leave(intent, wrong)).status).toBe(400);
    expect((await sandbox.provider.retrieveIntent(intent.id)).status).toBe(
      'requires_payment_method',
    );
  });

  it('cannot be approved through the bank’s challenge, or on another payment’s page', async () => {
    const [intent, other] = [await newIntent(), await newIntent()];
    const path = await providerPage(intent);
    const answer = { clientSecret: intent.clientSecret, outcome: 'complete' };
    expect((await post(sandbox, `/intents/${intent.id}/challenge`, answer)).status).toBe(400);
    const foreign = path.replace(intent.id, other.id);
    expect((await decide(foreign, 'approve')).status).toBe(404);
    expect((await sandbox.provider.retrieveIntent(other.id)).status).toBe(
      'requires_payment_method',
    );
  });
});
