import Stripe from 'stripe';
import { addDays, localToday } from '../../domain/time/schedule.ts';
import type { FunctionDeps } from '../../supabase/functions/_shared/http/deps.ts';
import { stripePayments } from '../../supabase/functions/_shared/payments/stripe/stripe-payments.ts';
import type { Database } from '../backend/database/database.ts';
import { keysFrom } from '../backend/keys.ts';
import { restRoutes } from '../backend/rest/rest-routes.ts';
import { functionRoutes } from '../functions.ts';
import { sandboxSchema } from '../payments-sandbox/sandbox-schema.ts';
import { createPaymentsSandbox } from '../payments-sandbox/sandbox.ts';
import { serviceRest } from '../service-rest.ts';

export type WebhookMessage = { type: string; body: string; signature: string };

export type Answer = { status: number; body: Record<string, unknown> };

export type FunctionHost = Awaited<ReturnType<typeof startFunctionHost>>;

const quiet = () => undefined;

/**
 * The server functions on a real database, with the payments sandbox as the provider. Webhooks are kept in
 * `webhooks` instead of delivered, so that a test decides when, in which order and how often they arrive;
 * `providerIsDown` makes the payment service unreachable.
 */
export async function startFunctionHost(database: Database) {
  await sandboxSchema(database);
  const keys = await keysFrom('a secret of at least thirty-two bytes for tests');
  const webhooks: WebhookMessage[] = [];
  const state = {
    providerIsDown: false,
    now: null as Date | null,
    addresses: 0,
    /** The address of all requests; while it is null each request has its own. */
    address: null as string | null,
    bookings: 0,
    /** Runs once, between a function's reading of a booking and its next step. */
    afterBookingIsRead: null as (() => Promise<unknown>) | null,
  };
  const rest = restRoutes({ database, keys });
  const sandbox = createPaymentsSandbox({
    database,
    webhookSecret: 'whsec_test',
    deliverWebhook: async (request) => {
      const body = await request.text();
      const { type } = JSON.parse(body) as { type: string };
      webhooks.push({ type, body, signature: request.headers.get('stripe-signature') ?? '' });
      return new Response();
    },
  });
  const deps: FunctionDeps = {
    rest: serviceRest({
      rest: {
        fetch: async (request) => {
          const answer = await rest.fetch(request);
          const meanwhile = request.url.includes('booking_for_payment') && state.afterBookingIsRead;
          if (meanwhile) {
            state.afterBookingIsRead = null;
            await meanwhile();
          }
          return answer;
        },
      },
      keys,
    }),
    storage: { read: () => Promise.resolve(null), remove: () => Promise.resolve(0) },
    payments: stripePayments({
      secretKey: 'sk_test_functions',
      webhookSecret: 'whsec_test',
      retries: 0,
      fetch: (input, init) =>
        state.providerIsDown ? Promise.reject(new Error('line cut')) : sandbox.fetch(input, init),
    }),
    texts: null,
    now: () => state.now ?? new Date(),
    publicUrl: 'http://site.test',
    clientAddress: () => state.address ?? `198.51.100.${(state.addresses += 1)}`,
    verifyUser: () => Promise.resolve(null),
    wakeWorkers: quiet,
    log: { info: quiet, warn: quiet, error: quiet },
  };
  const functions = functionRoutes(deps);

  const post = async (name: string, body: string, headers: Record<string, string> = {}) => {
    const response = await functions.request(`/${name}`, { method: 'POST', body, headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const call = (name: string, body: object): Promise<Answer> => post(name, JSON.stringify(body));

  return {
    database,
    deps,
    state,
    webhooks,
    call,
    /** Any request to a function, for those that answer more than JSON sent to them. */
    request: (path: string, init?: RequestInit) => functions.request(path, init),
    /** Delivers a kept webhook to its function. */
    deliver: (message: WebhookMessage): Promise<Answer> =>
      post('stripe-webhook', message.body, { 'stripe-signature': message.signature }),
    /** A morning that nothing else in this host uses, from three weeks ahead. */
    freeMorning: () => ({
      bookingDate: addDays(localToday(Date.now()), 20 + (state.bookings += 1)),
      bookingTime: '09:00',
    }),
    /** Confirms an intent with a test card, like the card form. Throws when it is declined. */
    pay: async (intentId: string, number = '4242424242424242') => {
      const { clientSecret } = await deps.payments.retrieveIntent(intentId);
      const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' };
      const answer = await sandbox.browserRoutes.request(
        `/v1/payment_intents/${intentId}/confirm`,
        { method: 'POST', body: JSON.stringify({ client_secret: clientSecret, card }) },
      );
      await sandbox.idle();
      const { error } = (await answer.json()) as { error?: { message: string } };
      if (error) throw new Error(error.message);
      return deps.payments.retrieveIntent(intentId);
    },
    /** The amounts refunded of a payment, latest first. */
    refundsOf: async (intentId: string) => {
      const refunds = await deps.payments.listRefunds({ intentId }, 100);
      return refunds.map(({ amountCents }) => amountCents);
    },
    stripe: new Stripe('sk_test_functions', {
      httpClient: Stripe.createFetchHttpClient(sandbox.fetch),
    }),
    /** Starts a payment on an instalment provider's own page; returns the customer's actions there. */
    leaveFor: async (method: string, intentId: string) => {
      const { clientSecret } = await deps.payments.retrieveIntent(intentId);
      const answer = await sandbox.browserRoutes.request(
        `/v1/payment_intents/${intentId}/confirm`,
        {
          method: 'POST',
          body: JSON.stringify({
            client_secret: clientSecret,
            payment_method_type: method,
            return_url: 'http://site.test/booking-confirmation',
          }),
        },
      );
      const { next_action: next } = (await answer.json()) as Stripe.PaymentIntent;
      const { pathname } = new URL(next?.redirect_to_url?.url ?? '');
      return {
        decide: async (decision: 'approve' | 'decline') => {
          await sandbox.browserRoutes.request(pathname.replace('/payments-sandbox', ''), {
            method: 'POST',
            body: new URLSearchParams({ decision }),
          });
          await sandbox.idle();
        },
      };
    },
    idle: sandbox.idle,
  };
}
