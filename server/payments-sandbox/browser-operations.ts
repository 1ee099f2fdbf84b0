import { createHash, timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import { browserView } from './browser-view.ts';
import { checkCard } from './cards.ts';
import { checkConfirmable, confirmWith, failPayment, settle } from './confirm.ts';
import { newPaymentMethod } from './new-objects.ts';
import type { BrowserCall } from './operation.ts';
import { lockIntent } from './payment-intents.ts';
import { payByRedirect } from './redirects.ts';
import { getObject, saveObject } from './stored-objects.ts';
import { invalidRequest, unexpectedState, type Answer } from './stripe-failure.ts';

const text = z
  .string()
  .max(300)
  .nullish()
  .transform((value) => value ?? null);

const billingDetails = z
  .object({
    name: text,
    email: text,
    phone: text,
    address: z
      .object({
        line1: text,
        line2: text,
        city: text,
        state: text,
        postal_code: text,
        country: text,
      })
      .nullish()
      .transform((value) => value ?? null),
  })
  .default({ name: null, email: null, phone: null, address: null });

const cardBody = z.object({
  client_secret: z.string(),
  card: z.object({
    number: z.string().max(40),
    exp_month: z.coerce.number(),
    exp_year: z.coerce.number(),
    cvc: z.string().max(10),
  }),
  billing_details: billingDetails,
});

const redirectBody = z.object({
  client_secret: z.string(),
  payment_method_type: z.string().max(40),
  return_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    // The return address is a path on this site: two slashes would name another site.
    .refine((url) => URL.canParse(url) && !new URL(url).pathname.startsWith('//')),
  billing_details: billingDetails,
});

const challengeBody = z.object({
  client_secret: z.string(),
  outcome: z.enum(['complete', 'fail']),
});

/** The payment intent as a browser may see it; the client secret grants access. */
export async function showPaymentIntent(call: BrowserCall, clientSecret: string): Promise<Answer> {
  const intent = await getObject(call.client, 'payment_intent', call.id, { param: 'intent' });
  checkClientSecret(intent, clientSecret);
  return { status: 200, body: browserView(intent) };
}

/** Pays with a typed card, or starts a payment at a provider's own page. */
export const confirm = (call: BrowserCall, body: unknown): Promise<Answer> =>
  typeof body === 'object' && body !== null && 'payment_method_type' in body
    ? payAtProvider(call, body)
    : payByCard(call, body);

async function payAtProvider(call: BrowserCall, body: unknown): Promise<Answer> {
  const input = readBody(redirectBody, body);
  const intent = await lockIntent(call);
  checkClientSecret(intent, input.client_secret);
  checkConfirmable(intent);
  const { payment_method_type: type, return_url: returnUrl, billing_details: billing } = input;
  return withoutServerFields(await payByRedirect(call, intent, { type, returnUrl, billing }));
}

/** Bad card data is a `card_error` (402) and changes nothing. */
async function payByCard(call: BrowserCall, body: unknown): Promise<Answer> {
  const input = readBody(cardBody, body);
  const intent = await lockIntent(call);
  checkClientSecret(intent, input.client_secret);
  checkConfirmable(intent);
  const testCard = checkCard(input.card, call.now);
  const method = newPaymentMethod(input.card, testCard, input.billing_details, call.now);
  await saveObject(call.client, method, testCard.outcome);
  return withoutServerFields(await confirmWith({ ...call, form: {} }, intent, method, undefined));
}

/** Ends the bank's challenge: paid when completed, otherwise waiting for a card again. */
export async function answerChallenge(call: BrowserCall, body: unknown): Promise<Answer> {
  const input = readBody(challengeBody, body);
  const intent = await lockIntent(call);
  checkClientSecret(intent, input.client_secret);
  if (
    intent.status !== 'requires_action' ||
    intent.next_action?.type !== 'use_stripe_sdk' ||
    typeof intent.payment_method !== 'string'
  ) {
    throw unexpectedState(
      `This PaymentIntent has a status of ${intent.status}, so there is no challenge to answer.`,
      intent,
    );
  }
  const method = await getObject(call.client, 'payment_method', intent.payment_method);
  const withForm = { ...call, form: {} };
  if (input.outcome === 'complete')
    return withoutServerFields(await settle(withForm, intent, method, null));
  const failure = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  } as const;
  return withoutServerFields(await failPayment(withForm, intent, method, failure));
}

function checkClientSecret(intent: Stripe.PaymentIntent, given: string): void {
  if (isSame(given, intent.client_secret ?? '')) return;
  throw invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  );
}

// Compared by digest, so that the time reveals nothing.
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (secret: string) => createHash('sha256').update(secret).digest();

function readBody<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const param = parsed.error.issues[0]?.path.join('.') ?? '';
  throw invalidRequest(`Missing or invalid param: ${param}.`, { code: 'parameter_missing', param });
}

/** The same answer without server-only fields. */
export function withoutServerFields({ status, body }: Answer): Answer {
  if (status === 200) return { status, body: browserView(body as Stripe.PaymentIntent) };
  const { error } = body as { error: { payment_intent?: Stripe.PaymentIntent } };
  const { payment_intent: intent, ...rest } = error;
  return {
    status,
    body: { error: { ...rest, ...(intent && { payment_intent: browserView(intent) }) } },
  };
}
