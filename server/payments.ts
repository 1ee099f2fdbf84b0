import type { PaymentProvider } from '../supabase/functions/_shared/payments/provider.ts';
import { stripePayments } from '../supabase/functions/_shared/payments/stripe/stripe-payments.ts';
import type { Database } from './backend/database/database.ts';
import type { Config } from './config.ts';
import { reasonToClose } from './mail/mail-place.ts';
import { sandboxSchema } from './payments-sandbox/sandbox-schema.ts';
import { createPaymentsSandbox, type PaymentsSandbox } from './payments-sandbox/sandbox.ts';
import { keptSecret } from './secrets.ts';

export type Payments = {
  provider: PaymentProvider;
  /** Null when real keys are configured. */
  sandbox: PaymentsSandbox | null;
};

type PaymentsOptions = {
  config: Pick<Config, 'stripe'>;
  database: Database;
  /** Passes a webhook of the sandbox to the product's own endpoint. */
  deliverWebhook: (request: Request) => Promise<Response>;
  onDeliveryError: (error: unknown) => void;
};

/** A line for the owner of a site that others reach, on which nobody can pay. */
export function paymentNotices(
  config: Pick<Config, 'stripe' | 'publicUrl' | 'host' | 'trustedProxies'>,
) {
  if (config.stripe || reasonToClose(config) === null) return [];
  return [
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are not set: ' +
      'payments go to the sandbox, where everybody may pay with a test card, and no card is charged',
  ];
}

/** The provider with its keys, or without them the sandbox. */
export async function openPayments(options: PaymentsOptions): Promise<Payments> {
  const { config, database, deliverWebhook, onDeliveryError } = options;
  if (config.stripe) {
    return { provider: stripePayments(config.stripe), sandbox: null };
  }
  await sandboxSchema(database);
  const webhookSecret = await keptSecret(database, 'sandbox_webhook_secret');
  const sandbox = createPaymentsSandbox({
    database,
    webhookSecret,
    deliverWebhook,
    onDeliveryError,
  });
  return { provider: sandbox.provider, sandbox };
}
