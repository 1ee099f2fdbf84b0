import { outcomeOfError, unexpectedRefusal, type PaymentOutcome } from '../payment-outcome.ts';
import { sandboxAnswer, type PaymentIntent } from '@contracts/payments.ts';
import type { Payer } from '../payer.ts';
import type { Billing, Card } from '../sandbox/card-form.ts';

/** Besides the outcomes, the bank may require its customer to confirm the payment. */
export type SandboxOutcome = PaymentOutcome | { kind: 'challenge' };

/** Posts to the payments sandbox, which lives where the page came from. */
async function askSandbox(
  intent: PaymentIntent,
  operation: 'confirm' | 'challenge',
  body: Record<string, unknown>,
): Promise<SandboxOutcome> {
  const id = intent.paymentIntentId;
  const path = `/payments-sandbox/v1/payment_intents/${encodeURIComponent(id)}/${operation}`;
  const response = await fetch(new URL(path, window.location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_secret: intent.clientSecret, ...body }),
  }).catch(() => null);
  if (response === null) return { kind: 'unreachable' };
  const { status, next_action: next, error } = sandboxAnswer.parse(await response.json());
  if (error) return outcomeOfError(error);
  const redirect = next?.redirect_to_url;
  if (status === 'requires_action' && redirect) return { kind: 'leaving', url: redirect.url };
  if (status === 'requires_action') return { kind: 'challenge' };
  if (status === 'succeeded' || status === 'processing') {
    return { kind: 'paid', paymentIntentId: id };
  }
  return unexpectedRefusal;
}

/** Tries to pay with a typed card. */
export function confirmSandboxPayment(
  intent: PaymentIntent,
  card: Card,
  payer: Payer,
): Promise<SandboxOutcome> {
  return askSandbox(intent, 'confirm', {
    card: {
      number: card.number,
      exp_month: card.expiry.month,
      exp_year: card.expiry.year,
      cvc: card.securityCode,
    },
    billing_details: billingDetails(card, payer),
  });
}

/** Begins a payment at a provider's own page, which sends the customer to `returnUrl`. */
export function beginSandboxRedirect(
  intent: PaymentIntent,
  request: { method: string; billing: Billing; returnUrl: string },
  payer: Payer,
): Promise<SandboxOutcome> {
  return askSandbox(intent, 'confirm', {
    payment_method_type: request.method,
    return_url: request.returnUrl,
    billing_details: billingDetails(request.billing, payer),
  });
}

function billingDetails(billing: Billing, { email, phone }: Payer) {
  return {
    name: billing.nameOnCard,
    ...(email && { email }),
    ...(phone && { phone }),
    ...(billing.address && {
      address: {
        line1: billing.address,
        city: billing.city,
        state: billing.province,
        postal_code: billing.postalCode,
        country: 'CA',
      },
    }),
  };
}

/** Ends the identity check of the card's bank. */
export function answerSandboxChallenge(
  intent: PaymentIntent,
  outcome: 'complete' | 'fail',
): Promise<SandboxOutcome> {
  return askSandbox(intent, 'challenge', { outcome });
}
