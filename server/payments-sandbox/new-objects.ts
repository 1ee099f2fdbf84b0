import type Stripe from 'stripe';
import { fixedTerms } from '../../domain/business/fixed-terms.ts';
import { fullYear, type CardInput, type TestCard } from './cards.ts';
import { newId } from './new-id.ts';

export const unixSeconds = (now: Date): number => Math.floor(now.getTime() / 1000);

export type NewPaymentIntent = {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  description: string | null;
  receipt_email: string | null;
  statement_descriptor_suffix: string | null;
  /** Null: the account's methods. */
  payment_method_types: string[] | null;
  allow_redirects: 'always' | 'never';
};

/** This account's methods: cards, and the instalment providers, which need a redirect. */
const accountMethods = ['card', ...fixedTerms.instalmentProviders.map(({ method }) => method)];

export function newPaymentIntent(input: NewPaymentIntent, now: Date): Stripe.PaymentIntent {
  const id = newId('pi');
  const { payment_method_types: chosen, allow_redirects, ...fields } = input;
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    ...fields,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: chosen ? null : { allow_redirects, enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_${newId('secret')}`,
    confirmation_method: 'automatic',
    created: unixSeconds(now),
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: chosen ?? (allow_redirects === 'never' ? ['card'] : accountMethods),
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

export type BillingDetails = {
  name: string | null;
  email: string | null;
  phone: string | null;
  address: Stripe.Address | null;
};

export const noBillingDetails: BillingDetails = {
  name: null,
  email: null,
  phone: null,
  address: null,
};

/** The stored data of a card: brand, last four digits and expiry; never its number or code. */
export function newPaymentMethod(
  card: Pick<CardInput, 'exp_month' | 'exp_year'>,
  testCard: TestCard,
  billing: BillingDetails,
  now: Date,
): Stripe.PaymentMethod {
  return {
    ...newMethod('card', billing, now),
    card: {
      brand: testCard.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: 'CA',
      display_brand: testCard.brand,
      exp_month: card.exp_month,
      exp_year: fullYear(card.exp_year),
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: testCard.number.slice(-4),
      networks: { available: [testCard.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
}

/** A payment method on a provider's own page. Its return address is stored and never shown. */
export function newRedirectMethod(
  type: string,
  redirect: { intentId: string; returnUrl: string; billing: BillingDetails },
  now: Date,
): Stripe.PaymentMethod {
  return {
    ...newMethod(type, redirect.billing, now),
    [type]: {},
    metadata: { payment_intent: redirect.intentId, return_url: redirect.returnUrl },
  };
}

const newMethod = (type: string, billing: BillingDetails, now: Date): Stripe.PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { ...billing, tax_id: null },
  created: unixSeconds(now),
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type,
});

export function newRefund(
  charge: Stripe.Charge,
  input: {
    amount: number;
    reason: Stripe.Refund.Reason | null;
    metadata: Record<string, string>;
  },
  now: Date,
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    ...input,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: unixSeconds(now),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
