import type { PaymentIntent } from '@contracts/payments.ts';
import type { Checkout } from './checkout-state.ts';
import type { Payment } from './use-payment.ts';

/** What a card form is given, whoever the provider is. The Pay button beside it submits it by its id. */
export type PaymentFormProps = {
  formId: string;
  checkout: Checkout;
  intent: PaymentIntent;
  payment: Payment;
  /** Tells whether there is a form to be submitted. */
  onReady: (isReady: boolean) => void;
};
