import type Stripe from 'stripe';
import type { Decline } from './declines.ts';
import { newId } from './new-id.ts';
import { unixSeconds } from './new-objects.ts';

/** The result of a payment attempt: paid when there is no decline, otherwise failed with its reason. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
  now: Date,
): Stripe.Charge {
  const paid = decline === null;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: paid,
    created: unixSeconds(now),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: chargeOutcome(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

const chargeOutcome = (decline: Decline | null): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline ? (decline.decline_code ?? decline.code) : null,
  seller_message: decline ? decline.message : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
});

const methodDetails = ({ type, card }: Stripe.PaymentMethod) =>
  (type === 'card'
    ? cardDetails(card)
    : { type, [type]: {} }) as Stripe.Charge.PaymentMethodDetails;

const cardDetails = (card: Stripe.PaymentMethod.Card | undefined) => ({
  type: 'card',
  card: {
    brand: card?.brand ?? null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    last4: card?.last4 ?? null,
    funding: card?.funding ?? null,
    country: card?.country ?? null,
  },
});
