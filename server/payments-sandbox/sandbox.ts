import type { Hono } from 'hono';
import type { Database } from '../backend/database/database.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { answerApiRequest } from './api.ts';
import { browserRoutes } from './browser-routes.ts';
import { deliverDueEvents } from './webhook-delivery.ts';

export type PaymentsSandboxOptions = {
  database: Pick<Database, 'pool'>;
  webhookSecret: string;
  /** Hands a signed webhook message to the product's endpoint. */
  deliverWebhook: (request: Request) => Promise<Response>;
  webhookUrl?: string;
  now?: () => Date;
  onDeliveryError?: (error: unknown) => void;
};

export type PaymentsSandbox = {
  /** For `Stripe.createFetchHttpClient`: every call ends here, none leaves the process. */
  fetch: typeof fetch;
  /** What the card form in the browser calls. */
  browserRoutes: Hono;
  /** Delivers the webhooks that are due, and answers how many were taken. Never overlaps itself. */
  deliverPending: () => Promise<number>;
  /** Resolves when no delivery is under way. */
  idle: () => Promise<void>;
};

/**
 * A payment provider of our own for trying things out, with the provider's API and no money. All its
 * state is in the database: `sandboxSchema` must have run.
 */
export function createPaymentsSandbox(options: PaymentsSandboxOptions): PaymentsSandbox {
  const { pool } = options.database;
  const now = options.now ?? (() => new Date());
  const target = {
    url: options.webhookUrl ?? 'http://localhost/functions/v1/stripe-webhook',
    secret: options.webhookSecret,
    deliver: options.deliverWebhook,
  };
  const delivery = oneAtATime(() => deliverDueEvents(pool, target, now));
  // The payer's answer never waits for the webhook, exactly as with a provider far away.
  const deliverSoon = () => {
    delivery.run().catch(options.onDeliveryError ?? (() => undefined));
  };
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const response = await answerApiRequest(pool, request, now());
      if (request.method === 'POST') deliverSoon();
      return response;
    },
    browserRoutes: browserRoutes({ pool, now, onChange: deliverSoon }),
    deliverPending: delivery.run,
    idle: delivery.idle,
  };
}
