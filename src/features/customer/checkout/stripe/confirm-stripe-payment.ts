import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { outcomeOfError, unexpectedRefusal, type PaymentOutcome } from '../payment-outcome.ts';

const paidEnough = new Set(['succeeded', 'processing', 'requires_capture']);

/** Pays with what was typed in the provider's fields. Methods that leave the page come back to `returnUrl`. */
export async function confirmStripePayment(
  stripe: Stripe,
  elements: StripeElements,
  returnUrl: string,
): Promise<PaymentOutcome> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required',
  });
  if (error) return outcomeOfError(error);
  return paidEnough.has(paymentIntent.status)
    ? { kind: 'paid', paymentIntentId: paymentIntent.id }
    : unexpectedRefusal;
}
