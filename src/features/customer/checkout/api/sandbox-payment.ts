import { sandboxAnswer, type PaymentIntent } from '@contracts/payments.ts';
import { outcomeOfError, unexpectedRefusal, type PaymentOutcome } from '../payment-outcome.ts';
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
  const path = `/payments-sandbox/intents/${encodeURIComponent(id)}/${operation}`;
  const response = await fetch(new URL(path, window.location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: intent.clientSecret, ...body }),
  }).catch(() => null);
  if (response === null) return { kind: 'unreachable' };
  const { status, redirectTo, error } = sandboxAnswer.parse(await response.json());
  if (error) return outcomeOfError(error);
  if (redirectTo) return { kind: 'leaving', url: redirectTo };
  if (status === 'requires_action') return { kind: 'challenge' };
  if (status === 'succeeded' || status === 'processing') {
    return { kind: 'paid', paymentIntentId: id };
  }
  return unexpectedRefusal;
}

/** Tries to pay with a typed card. */
export const confirmSandboxPayment = (
  intent: PaymentIntent,
  { number, expiry, securityCode, ...billing }: Card,
  payer: Payer,
): Promise<SandboxOutcome> =>
  askSandbox(intent, 'confirm', {
    card: { number, ...expiry, securityCode },
    billingDetails: billingDetails(billing, payer),
  });

/** Begins a payment at a provider's own page, which sends the customer to `returnUrl`. */
export const beginSandboxRedirect = (
  intent: PaymentIntent,
  { billing, ...request }: { method: string; billing: Billing; returnUrl: string },
  payer: Payer,
): Promise<SandboxOutcome> =>
  askSandbox(intent, 'confirm', { ...request, billingDetails: billingDetails(billing, payer) });

/** As every provider takes them; the sandbox needs none. */
const billingDetails = ({ nameOnCard, address, ...place }: Billing, { email, phone }: Payer) => ({
  name: nameOnCard,
  ...(email && { email }),
  ...(phone && { phone }),
  ...(address && { address: { line1: address, ...place, country: 'CA' } }),
});

/** Ends the identity check of the card's bank. */
export const answerSandboxChallenge = (
  intent: PaymentIntent,
  outcome: 'complete' | 'fail',
): Promise<SandboxOutcome> => askSandbox(intent, 'challenge', { outcome });
