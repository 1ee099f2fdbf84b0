import { addDays, localToday } from '../../domain/time/schedule.ts';
import type { FunctionDeps } from '../../supabase/functions/_shared/http/deps.ts';
import {
  PaymentProviderError,
  type PaymentProvider,
  type ProviderEvent,
} from '../../supabase/functions/_shared/payments/provider.ts';
import type { Database } from '../backend/database/database.ts';
import { keysFrom } from '../backend/keys.ts';
import { functionCaller } from '../backend/rest/call-function.ts';
import { restRoutes } from '../backend/rest/rest-routes.ts';
import { functionRoutes } from '../functions.ts';
import { sign, signatureHeader } from '../payments-sandbox/events.ts';
import { sandboxSchema } from '../payments-sandbox/sandbox-schema.ts';
import { createPaymentsSandbox } from '../payments-sandbox/sandbox.ts';
import { serviceRest } from '../service-rest.ts';

export type WebhookMessage = { type: string; body: string; signature: string };

export type Answer = { status: number; body: Record<string, unknown> };

export type FunctionHost = Awaited<ReturnType<typeof startFunctionHost>>;

const quiet = () => undefined;

const webhookSecret = 'a secret of the sandbox';

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
  const callFunction = functionCaller(database, keys);
  const sandbox = createPaymentsSandbox({
    database,
    webhookSecret,
    deliverWebhook: ({ body, headers }) => {
      const { type } = JSON.parse(body) as { type: string };
      webhooks.push({ type, body, signature: headers[signatureHeader] ?? '' });
      return Promise.resolve(new Response());
    },
  });
  const lineCut = () =>
    Promise.reject(new PaymentProviderError('unavailable', new Error('line cut')));
  const payments = new Proxy(sandbox.provider, {
    get: (provider, name: keyof PaymentProvider) =>
      state.providerIsDown && name !== 'name' ? lineCut : provider[name],
  });
  const deps: FunctionDeps = {
    rest: serviceRest({
      rest,
      callFunction: async (called, requestId) => {
        const answer = await callFunction(called, requestId);
        const meanwhile = called.name === 'booking_for_payment' && state.afterBookingIsRead;
        if (meanwhile) {
          state.afterBookingIsRead = null;
          await meanwhile();
        }
        return answer;
      },
      keys,
    }),
    storage: { read: () => Promise.resolve(null), remove: () => Promise.resolve(0) },
    payments,
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

  const confirm = async (intentId: string, body: object) => {
    const { clientSecret } = await sandbox.provider.retrieveIntent(intentId);
    const answer = await sandbox.browserRoutes.request(`/intents/${intentId}/confirm`, {
      method: 'POST',
      body: JSON.stringify({ clientSecret, ...body }),
    });
    return (await answer.json()) as { redirectTo?: string; error?: { message: string } };
  };

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
      post('stripe-webhook', message.body, { [signatureHeader]: message.signature }),
    /** A morning that nothing else in this host uses, from three weeks ahead. */
    freeMorning: () => ({
      bookingDate: addDays(localToday(Date.now()), 20 + (state.bookings += 1)),
      bookingTime: '09:00',
    }),
    /** An event as the provider would send it. */
    signed: (event: ProviderEvent): WebhookMessage => {
      const body = JSON.stringify(event);
      return { type: event.type, body, signature: sign(body, webhookSecret) };
    },
    /** Confirms an intent with a test card, like the card form. Throws when it is declined. */
    pay: async (intentId: string, number = '4242424242424242') => {
      const card = { number, month: 12, year: 2040, securityCode: '123' };
      const { error } = await confirm(intentId, { card });
      await sandbox.idle();
      if (error) throw new Error(error.message);
      return sandbox.provider.retrieveIntent(intentId);
    },
    /** The amounts refunded of a payment, latest first. */
    refundsOf: async (intentId: string) => {
      const refunds = await deps.payments.listRefunds({ intentId }, 100);
      return refunds.map(({ amountCents }) => amountCents);
    },
    /** Starts a payment on an instalment provider's own page; returns the customer's actions there. */
    leaveFor: async (method: string, intentId: string) => {
      const returnUrl = 'http://site.test/booking-confirmation';
      const { redirectTo = '' } = await confirm(intentId, { method, returnUrl });
      const { pathname } = new URL(redirectTo);
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
