import type Stripe from 'stripe';
import { testCardByAlias, type CardOutcome } from './cards.ts';
import { declines, type Decline } from './declines.ts';
import { openDispute } from './disputes.ts';
import { recordEvent } from './events.ts';
import { expanded } from './expand.ts';
import { newCharge } from './new-charge.ts';
import { newPaymentMethod, noBillingDetails } from './new-objects.ts';
import { ok, type Call } from './operation.ts';
import { getObject, outcomeOf, saveObject } from './stored-objects.ts';
import { unexpectedState, type Answer } from './stripe-failure.ts';

/** The stored payment method with this id; for a test card's name (`pm_card_visa`) a new one. */
export async function paymentMethodFor(call: Call, id: string): Promise<Stripe.PaymentMethod> {
  const testCard = testCardByAlias(id);
  if (!testCard) {
    return await getObject(call.client, 'payment_method', id, { param: 'payment_method' });
  }
  const expiry = { exp_month: 12, exp_year: call.now.getUTCFullYear() + 1 };
  const method = newPaymentMethod(expiry, testCard, noBillingDetails, call.now);
  await saveObject(call.client, method, testCard.outcome);
  return method;
}

export function checkConfirmable(intent: Stripe.PaymentIntent): void {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      intent,
    );
  }
  if (intent.status === 'canceled') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has a status of canceled.',
      intent,
    );
  }
}

/** Attempts the payment: 200 with the intent (paid, or waiting for the challenge), 402 when declined. */
export async function confirmWith(
  call: Call,
  intent: Stripe.PaymentIntent,
  given: Stripe.PaymentMethod | null,
  expand: string[] | undefined,
): Promise<Answer> {
  checkConfirmable(intent);
  const methodId = given?.id ?? intent.payment_method;
  if (typeof methodId !== 'string') {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      intent,
    );
  }
  const method = given ?? (await getObject(call.client, 'payment_method', methodId));
  const outcome = await outcomeOf(call.client, method.id);
  const tried = { ...intent, payment_method: method.id, last_payment_error: null };
  if (outcome === 'challenge') return await askForAction(call, tried, challenge, expand);
  if (outcome === 'redirect')
    return await askForAction(call, tried, redirectTo(intent, method), expand);
  const answer = await settle(call, tried, method, declineFor(outcome), expand);
  if (outcome === 'disputed') await openDispute(call, intent.id);
  return answer;
}

const challenge: Stripe.PaymentIntent.NextAction = {
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'sandbox_challenge' },
};

/** To the sandbox's page that plays the provider's, on the customer's site. */
function redirectTo(
  intent: Stripe.PaymentIntent,
  { id, metadata }: Stripe.PaymentMethod,
): Stripe.PaymentIntent.NextAction {
  const return_url = metadata?.['return_url'] ?? '';
  const { href: url } = new URL(authorizePath(intent.id, id), return_url);
  return { type: 'redirect_to_url', redirect_to_url: { url, return_url } };
}

async function askForAction(
  call: Call,
  intent: Stripe.PaymentIntent,
  next_action: Stripe.PaymentIntent.NextAction,
  expand: string[] | undefined,
): Promise<Answer> {
  const waiting: Stripe.PaymentIntent = { ...intent, status: 'requires_action', next_action };
  await saveObject(call.client, waiting);
  return ok(await expanded(call.client, waiting, expand));
}

/** Records the charge: paid when there is no decline. */
export async function settle(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
  expand?: string[],
): Promise<Answer> {
  const charge = newCharge(intent, method, decline, call.now);
  await saveObject(call.client, charge);
  if (decline) return await failPayment(call, intent, method, { ...decline, charge: charge.id });
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  };
  await saveObject(call.client, paid);
  await recordEvent(call.client, 'payment_intent.succeeded', paid, call.cause, call.now);
  return ok(await expanded(call.client, paid, expand));
}

type Failure = {
  code: string;
  message: string;
  decline_code?: string;
  charge?: string;
  type?: 'card_error' | 'invalid_request_error';
};

/** The payment failed: the intent waits for another payment method and has the reason. */
export async function failPayment(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { type = 'card_error', ...failure }: Failure,
): Promise<Answer> {
  const error = { type, ...failure, payment_method: method };
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: failure.charge ?? intent.latest_charge,
    last_payment_error: error,
  };
  await saveObject(call.client, failed);
  await recordEvent(call.client, 'payment_intent.payment_failed', failed, call.cause, call.now);
  const status = type === 'card_error' ? 402 : 400;
  return { status, body: { error: { ...error, payment_intent: failed } } };
}

const declineFor = (outcome: Exclude<CardOutcome, 'challenge' | 'redirect'>): Decline | null =>
  outcome === 'succeeds' || outcome === 'disputed' ? null : declines[outcome];

/** The address of the sandbox's approval page on the customer's site. */
const authorizePath = (intentId: string, methodId: string) =>
  `/payments-sandbox/authorize/${intentId}/${methodId}`;
