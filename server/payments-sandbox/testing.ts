import Stripe from 'stripe';
import type { Database } from '../backend/database/database.ts';
import { sandboxSchema } from './sandbox-schema.ts';
import { createPaymentsSandbox, type PaymentsSandbox } from './sandbox.ts';

export const webhookSecret = 'whsec_of_a_test';

type Delivery = { event: Stripe.Event; rawBody: string; signature: string };

export type TestSandbox = PaymentsSandbox & {
  stripe: Stripe;
  /** The messages that the endpoint received, with their verification; `answer` is its next answer. */
  deliveries: Delivery[];
  endpoint: { status: number };
  clock: { now: Date };
};

/** A sandbox on this database, with the official client and a recording endpoint. */
export async function openSandbox(database: Database): Promise<TestSandbox> {
  await sandboxSchema(database);
  return startSandbox(database);
}

export function startSandbox(database: Database): TestSandbox {
  const deliveries: Delivery[] = [];
  const endpoint = { status: 200 };
  const clock = { now: new Date('2026-06-01T14:00:00Z') };
  const sandbox = createPaymentsSandbox({
    database,
    webhookSecret,
    now: () => clock.now,
    deliverWebhook: async (request) => {
      const rawBody = await request.text();
      const signature = request.headers.get('stripe-signature') ?? '';
      const event = await Stripe.webhooks.constructEventAsync(rawBody, signature, webhookSecret);
      deliveries.push({ event, rawBody, signature });
      return new Response(null, { status: endpoint.status });
    },
  });
  const stripe = new Stripe('sk_test_sandbox', {
    httpClient: Stripe.createFetchHttpClient(sandbox.fetch),
    maxNetworkRetries: 0,
  });
  return { ...sandbox, stripe, deliveries, endpoint, clock };
}

export const goodCard = {
  number: '4242 4242 4242 4242',
  exp_month: 12,
  exp_year: 2030,
  cvc: '123',
};

/** Pays like the card form in the page. */
export const payInBrowser = async (
  sandbox: PaymentsSandbox,
  intent: { id: string; client_secret: string | null },
  card: object = goodCard,
) =>
  await post(sandbox, `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret,
    card,
  });

export async function post(sandbox: PaymentsSandbox, path: string, body: unknown) {
  const response = await sandbox.browserRoutes.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as BrowserAnswer };
}

type BrowserAnswer = Partial<Stripe.PaymentIntent> & {
  error?: {
    type: string;
    code?: string;
    decline_code?: string;
    message: string;
    param?: string;
    payment_intent?: Partial<Stripe.PaymentIntent>;
  };
};

/** The provider's error of a failing call. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call was expected to fail');
}
