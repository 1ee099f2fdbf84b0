import type { PaymentIntent } from '@contracts/payments.ts';
import type { Checkout } from './checkout-state.ts';
import type { Payment } from './use-payment.ts';

/** The props of every provider's card form. The Pay button beside it submits it by its id. */
export type PaymentFormProps = {
  formId: string;
  checkout: Checkout;
  intent: PaymentIntent;
  payment: Payment;
  /** Tells whether there is a form to be submitted. */
  onReady: (isReady: boolean) => void;
};
