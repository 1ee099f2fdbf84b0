import type { PaymentIntent } from '../../supabase/functions/_shared/payments/provider.ts';
import type { ProviderEvent } from '../../supabase/functions/_shared/payments/provider.ts';
import type { Database } from '../backend/database/database.ts';
import { sandboxSchema } from './sandbox-schema.ts';
import { createPaymentsSandbox, type PaymentsSandbox } from './sandbox.ts';

export type TestSandbox = PaymentsSandbox & {
  /** The events that the endpoint received and verified; `endpoint.status` is its next answer. */
  deliveries: ProviderEvent[];
  endpoint: { status: number };
  clock: { now: Date };
};

/** A sandbox on this database, with a recording endpoint. */
export async function openSandbox(database: Database): Promise<TestSandbox> {
  await sandboxSchema(database);
  return startSandbox(database);
}

export function startSandbox(database: Database): TestSandbox {
  const deliveries: ProviderEvent[] = [];
  const endpoint = { status: 200 };
  const clock = { now: new Date('2026-06-01T14:00:00Z') };
  const sandbox = createPaymentsSandbox({
    database,
    webhookSecret: 'a secret of the sandbox',
    now: () => clock.now,
    deliverWebhook: async ({ body, headers }) => {
      const event = await sandbox.provider.readEvent(body, new Headers(headers));
      if (event) deliveries.push(event);
      return new Response(null, { status: endpoint.status });
    },
  });
  return { ...sandbox, deliveries, endpoint, clock };
}

export const newIntent = ({ provider }: PaymentsSandbox, amountCents = 2000) =>
  provider.createIntent({
    amountCents,
    description: 'Basic Wash on 2026-12-01',
    metadata: { booking_id: 'b-1' },
  });

export const goodCard = {
  number: '4242 4242 4242 4242',
  month: 12,
  year: 2030,
  securityCode: '123',
};

type Paid = Pick<PaymentIntent, 'id' | 'clientSecret'>;

/** Pays like the card form in the page. */
export const payInBrowser = (sandbox: PaymentsSandbox, intent: Paid, card: object = goodCard) =>
  post(sandbox, `/intents/${intent.id}/confirm`, { clientSecret: intent.clientSecret, card });

export async function paidIntent(sandbox: PaymentsSandbox, amountCents?: number, card?: object) {
  const intent = await newIntent(sandbox, amountCents);
  await payInBrowser(sandbox, intent, { ...goodCard, ...card });
  return sandbox.provider.retrieveIntent(intent.id);
}

export async function post(sandbox: PaymentsSandbox, path: string, body: unknown) {
  const response = await sandbox.browserRoutes.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as BrowserAnswer };
}

type BrowserAnswer = {
  status?: string;
  redirectTo?: string;
  error?: { type: string; message: string };
};
