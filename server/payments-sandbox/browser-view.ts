import type Stripe from 'stripe';

const shownFields = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

/** A payment intent for a browser with the client secret: no metadata, no charge. */
export const browserView = (intent: Stripe.PaymentIntent) =>
  Object.fromEntries(shownFields.map((field) => [field, intent[field]]));
