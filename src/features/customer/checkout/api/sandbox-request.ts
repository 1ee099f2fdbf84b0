import { outcomeOfError, unexpectedRefusal, type PaymentOutcome } from '../payment-outcome.ts';
import { sandboxAnswer, type PaymentIntent } from '@contracts/payments.ts';

/** Besides the outcomes, the bank may want to know that it is its customer who pays. */
export type SandboxOutcome = PaymentOutcome | { kind: 'challenge' };

/** Posts to the payments sandbox, which lives where the page came from. */
export async function askSandbox(
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
  });
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
