import type { CustomerInfo } from '@domain/booking/checkout.ts';
import type { Billing, Card } from '../sandbox/card-form.ts';
import type { PaymentIntent } from '@contracts/payments.ts';
import { askSandbox, type SandboxOutcome } from './sandbox-request.ts';

/** Tries to pay with a typed card. */
export function confirmSandboxPayment(
  intent: PaymentIntent,
  card: Card,
  customer: CustomerInfo,
): Promise<SandboxOutcome> {
  return askSandbox(intent, 'confirm', {
    card: {
      number: card.number,
      exp_month: card.expiry.month,
      exp_year: card.expiry.year,
      cvc: card.securityCode,
    },
    billing_details: billingDetails(card, customer),
  });
}

/** Begins a payment at a provider's own page, which sends the customer to `returnUrl`. */
export function beginSandboxRedirect(
  intent: PaymentIntent,
  request: { method: string; billing: Billing; returnUrl: string },
  customer: CustomerInfo,
): Promise<SandboxOutcome> {
  return askSandbox(intent, 'confirm', {
    payment_method_type: request.method,
    return_url: request.returnUrl,
    billing_details: billingDetails(request.billing, customer),
  });
}

function billingDetails(billing: Billing, { email, phone }: CustomerInfo) {
  return {
    name: billing.nameOnCard,
    email,
    phone,
    address: {
      line1: billing.address,
      city: billing.city,
      state: billing.province,
      postal_code: billing.postalCode,
      country: 'CA',
    },
  };
}
