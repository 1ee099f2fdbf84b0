import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { openSandbox, payInBrowser, post, type TestSandbox } from './testing.ts';

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

  const newIntent = (more: object = {}) =>
    sandbox.stripe.paymentIntents.create({
      amount: 11749,
      currency: 'cad',
      automatic_payment_methods: { enabled: true },
      description: 'Basic Wash on 2026-12-01',
      ...more,
    });
  const leave = (intent: { id: string; client_secret: string | null }, more: object = {}) =>
    post(sandbox, `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret,
      payment_method_type: 'klarna',
      return_url: returnUrl,
      ...more,
    });
  /** The provider's page for this payment, as the browser is sent to it. */
  const providerPage = async (intent: { id: string; client_secret: string | null }) => {
    const { body } = await leave(intent);
    const url = new URL(body.next_action?.redirect_to_url?.url ?? '');
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
      .filter(({ event }) => (event.data.object as { id: string }).id === id)
      .map(({ event }) => event.type);
  };

  it('offers cards and every instalment provider of the business, unless redirects are refused', async () => {
    expect((await newIntent()).payment_method_types).toEqual([
      ...['card', 'affirm', 'afterpay_clearpay', 'klarna'],
    ]);
    const automatic_payment_methods = { enabled: true, allow_redirects: 'never' };
    expect((await newIntent({ automatic_payment_methods })).payment_method_types).toEqual(['card']);
  });

  it('sends the customer to a page that names the provider and the amount', async () => {
    const intent = await newIntent();
    const { status, body } = await leave(intent);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl } },
    });
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
        `&payment_intent=${intent.id}&payment_intent_client_secret=${intent.client_secret ?? ''}` +
        '&redirect_status=succeeded',
    );
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 11749,
      next_action: null,
    });
    expect(await eventsOf(intent.id)).toEqual(['payment_intent.succeeded']);
  });

  it('stays unpaid when declined, with the reason, and notifies the webhook', async () => {
    const intent = await newIntent();
    expect(wayBack(await decide(await providerPage(intent), 'decline'))).toContain(
      'redirect_status=failed',
    );
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: {
        code: 'payment_method_provider_decline',
        payment_method: { type: 'klarna' },
      },
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
    expect((await sandbox.stripe.refunds.create({ payment_intent: byCard.id })).amount).toBe(11749);

    const canceled = await newIntent();
    const path = await providerPage(canceled);
    await sandbox.stripe.paymentIntents.cancel(canceled.id);
    expect(wayBack(await decide(path, 'approve'))).toContain('redirect_status=failed');
    expect((await sandbox.stripe.paymentIntents.retrieve(canceled.id)).status).toBe('canceled');
  });

  it('refunds a payment by instalments like any other', async () => {
    const intent = await newIntent();
    await decide(await providerPage(intent), 'approve');
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    expect(refund).toMatchObject({ amount: 11749, status: 'succeeded' });
  });

  it.each([
    ['no way back', { return_url: undefined }],
    ['a way back that is no web address', { return_url: 'javascript:alert(1)' }],
    ['a way back that would leave the site', { return_url: 'https://shop.example//evil.example' }],
    ['a way back without a scheme', { return_url: '//evil.example/' }],
    ['a way back with a port that is none', { return_url: 'http://localhost:1.evil.example/' }],
    ['a provider that the payment does not take', { payment_method_type: 'paypal' }],
    ['a card without its data', { payment_method_type: 'card' }],
    ['the secret of no payment', { client_secret: 'pi_x_secret_y' }],
  ])('refuses %s', async (_what, wrong) => {
    const intent = await newIntent();
    expect((await leave(intent, wrong)).status).toBe(400);
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe(
      'requires_payment_method',
    );
  });

  it('cannot be approved through the bank’s challenge, or on another payment’s page', async () => {
    const [intent, other] = [await newIntent(), await newIntent()];
    const path = await providerPage(intent);
    const answer = { client_secret: intent.client_secret, outcome: 'complete' };
    expect((await post(sandbox, `/v1/payment_intents/${intent.id}/challenge`, answer)).status).toBe(
      400,
    );
    const foreign = path.replace(intent.id, other.id);
    expect((await decide(foreign, 'approve')).status).toBe(404);
    expect((await sandbox.stripe.paymentIntents.retrieve(other.id)).status).toBe(
      'requires_payment_method',
    );
  });
});
