import type Stripe from 'stripe';
import { instalmentProvider } from '../../domain/money/instalments.ts';
import { confirmWith, failPayment, settle } from './confirm.ts';
import { newRedirectMethod, type BillingDetails } from './new-objects.ts';
import type { BrowserCall } from './operation.ts';
import { lockIntent } from './payment-intents.ts';
import { getObject, saveObject } from './stored-objects.ts';
import { invalidRequest, type Answer } from './stripe-failure.ts';

/** Starts a payment that continues on a provider's own page, which the intent names. */
export async function payByRedirect(
  call: BrowserCall,
  intent: Stripe.PaymentIntent,
  input: { type: string; returnUrl: string; billing: BillingDetails },
): Promise<Answer> {
  if (!intent.payment_method_types.includes(input.type) || !instalmentProvider(input.type)) {
    throw invalidRequest(
      `The PaymentIntent (${intent.id}) doesn't take the payment method type ${input.type}.`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method_data' },
    );
  }
  const { type, billing, returnUrl } = input;
  const method = newRedirectMethod(type, { intentId: intent.id, returnUrl, billing }, call.now);
  await saveObject(call.client, method, 'redirect');
  return await confirmWith({ ...call, form: {} }, intent, method, undefined);
}

export type Decision = 'approve' | 'decline';

/** A payment on the provider's page; `returnTo` is set once the decision is made. */
export type Authorization = {
  amountCents: number;
  provider: string;
  description: string;
  returnTo: string | null;
};

/** The payment that waits for the customer at a provider. Throws `resource_missing` otherwise. */
export async function showAuthorization(
  call: BrowserCall,
  methodId: string,
): Promise<Authorization> {
  const { intent, method } = await findAuthorization(call, methodId);
  return {
    amountCents: intent.amount,
    provider: instalmentProvider(method.type)?.name ?? method.type,
    description: intent.description ?? '',
    returnTo: isWaiting(intent, method) ? null : returnAddress(intent, method),
  };
}

/** Completes it by the customer's decision and returns the return address. An earlier decision stays. */
export async function decideAuthorization(
  call: BrowserCall,
  methodId: string,
  decision: Decision,
): Promise<string> {
  const { intent, method } = await findAuthorization(call, methodId);
  if (!isWaiting(intent, method)) return returnAddress(intent, method);
  const withForm = { ...call, form: {} };
  if (decision === 'approve') await settle(withForm, intent, method, null);
  else await failPayment(withForm, intent, method, declinedByProvider);
  const after = await getObject(call.client, 'payment_intent', intent.id);
  return returnAddress(after, method);
}

const declinedByProvider = {
  type: 'invalid_request_error',
  code: 'payment_method_provider_decline',
  message: 'The payment method provider declined the payment.',
} as const;

async function findAuthorization(call: BrowserCall, methodId: string) {
  const intent = await lockIntent(call);
  const method = await getObject(call.client, 'payment_method', methodId);
  if (method.metadata?.['payment_intent'] === intent.id) return { intent, method };
  throw invalidRequest('There is no such authorization.', { code: 'resource_missing' }, 404);
}

const isWaiting = (intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): boolean =>
  intent.status === 'requires_action' && intent.payment_method === method.id;

/** The return URL with the provider's parameters, as a path: the sandbox redirects only to its own site. */
function returnAddress(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): string {
  const url = new URL(method.metadata?.['return_url'] ?? '/', 'http://localhost');
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  const hasPaid = intent.status === 'succeeded' && intent.payment_method === method.id;
  url.searchParams.set('redirect_status', hasPaid ? 'succeeded' : 'failed');
  return `${url.pathname}${url.search}`;
}
