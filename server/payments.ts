import type { PaymentProvider } from '../supabase/functions/_shared/payments/provider.ts';
import { stripePayments } from '../supabase/functions/_shared/payments/stripe/stripe-payments.ts';
import type { Database } from './backend/database/database.ts';
import { paymentSettings, type Config } from './config.ts';
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
  config: Pick<Config, 'payments'>;
  database: Database;
  /** Passes a webhook of the sandbox to the product's own endpoint. */
  deliverWebhook: (request: Request) => Promise<Response>;
  onDeliveryError: (error: unknown) => void;
};

/** A line for the owner of a site that others reach, on which nobody can pay. */
export function paymentNotices(
  config: Pick<Config, 'payments' | 'publicUrl' | 'host' | 'trustedProxies'>,
) {
  if (config.payments || reasonToClose(config) === null) return [];
  return [
    `${paymentSettings.slice(0, -1).join(', ')} and ${paymentSettings.at(-1)} are not set: ` +
      'payments go to the sandbox, where everybody may pay with a test card, and no card is charged',
  ];
}

const webhookUrl = 'http://localhost/functions/v1/stripe-webhook';

/** The provider with its keys, or without them the sandbox. */
export async function openPayments(options: PaymentsOptions): Promise<Payments> {
  const { config, database, deliverWebhook, onDeliveryError } = options;
  if (config.payments) return { provider: stripePayments(config.payments), sandbox: null };
  await sandboxSchema(database);
  const webhookSecret = await keptSecret(database, 'sandbox_webhook_secret');
  const sandbox = createPaymentsSandbox({
    database,
    webhookSecret,
    deliverWebhook: (message) =>
      deliverWebhook(new Request(webhookUrl, { method: 'POST', ...message })),
    onDeliveryError,
  });
  return { provider: sandbox.provider, sandbox };
}
