import type { CustomerInfo } from '@domain/checkout.ts';
import type { Card } from '../sandbox/card-form.ts';
import type { PaymentIntent } from './create-payment-intent.ts';
import { askSandbox, type SandboxOutcome } from './sandbox-request.ts';

/** Tries to pay with a typed card. */
export function confirmSandboxPayment(
  intent: PaymentIntent,
  card: Card,
  { email, phone }: CustomerInfo,
): Promise<SandboxOutcome> {
  return askSandbox(intent, 'confirm', {
    card: {
      number: card.number,
      exp_month: card.expiry.month,
      exp_year: card.expiry.year,
      cvc: card.securityCode,
    },
    billing_details: {
      name: card.nameOnCard,
      email,
      phone,
      address: {
        line1: card.address,
        city: card.city,
        state: card.province,
        postal_code: card.postalCode,
        country: 'CA',
      },
    },
  });
}
