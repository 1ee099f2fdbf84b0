import type { PaymentIntent } from '@contracts/payments.ts';
import type { Payer } from './payer.ts';
import type { KeptForm } from './sandbox/card-form.ts';
import type { Payment } from './use-payment-attempts.ts';

/** The props of every provider's card form. The Pay button beside it submits it by its id. */
export type PaymentFormProps = {
  formId: string;
  payer: Payer;
  /** Where a provider's own page sends the customer; the provider adds the payment to it. */
  returnUrl: string;
  /** What was typed before the customer left for a provider. */
  kept: Partial<KeptForm>;
  intent: PaymentIntent;
  payment: Payment;
  /** Tells whether there is a form to be submitted. */
  onReady: (isReady: boolean) => void;
};
