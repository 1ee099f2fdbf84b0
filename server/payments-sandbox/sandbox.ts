import type { Hono } from 'hono';
import type { PaymentProvider } from '../../supabase/functions/_shared/payments/provider.ts';
import type { Database } from '../backend/database/database.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { browserRoutes } from './browser-routes.ts';
import { sandboxProvider } from './sandbox-provider.ts';
import { deliverDueEvents, type SignedMessage } from './webhook-delivery.ts';

export type PaymentsSandboxOptions = {
  database: Pick<Database, 'pool'>;
  webhookSecret: string;
  /** Passes a signed webhook message to the product's endpoint. */
  deliverWebhook: (message: SignedMessage) => Promise<Response>;
  now?: () => Date;
  onDeliveryError?: (error: unknown) => void;
};

export type PaymentsSandbox = {
  provider: PaymentProvider;
  /** The endpoints of the card form in the browser. */
  browserRoutes: Hono;
  /** Delivers the due webhooks, and returns how many were accepted. Never overlaps itself. */
  deliverPending: () => Promise<number>;
  /** Resolves when no delivery is in progress. */
  idle: () => Promise<void>;
};

/** A payment provider for trying the product, without money. All its state is in the database: `sandboxSchema` must have run. */
export function createPaymentsSandbox(options: PaymentsSandboxOptions): PaymentsSandbox {
  const { pool } = options.database;
  const now = options.now ?? (() => new Date());
  const target = {
    secret: options.webhookSecret,
    deliver: options.deliverWebhook,
  };
  const delivery = oneAtATime(() => deliverDueEvents(pool, target, now));
  // The customer's answer never waits for the webhook, as with the real provider.
  const deliverSoon = () => {
    delivery.run().catch(options.onDeliveryError ?? (() => undefined));
  };
  return {
    provider: sandboxProvider({
      pool,
      now,
      webhookSecret: options.webhookSecret,
      onChange: deliverSoon,
    }),
    browserRoutes: browserRoutes({ pool, now, onChange: deliverSoon }),
    deliverPending: delivery.run,
    idle: delivery.idle,
  };
}
