import { useEffect } from 'react';
import { AddressElement, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { Section } from '@/components/section.tsx';
import type { PaymentFormProps } from '../payment-form.ts';
import { returnUrlOf } from '../return-from-provider.ts';
import { confirmStripePayment } from './confirm-stripe-payment.ts';

type StripeFormProps = PaymentFormProps & { onBroken: () => void };

export function StripeForm({ formId, checkout, payment, onReady, onBroken }: StripeFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { customerInfo: customer } = checkout;
  const { name, email, phone } = customer;

  useEffect(() => () => onReady(false), [onReady]);

  const pay = async () => {
    if (!stripe || !elements) return;
    await payment.run(() => confirmStripePayment(stripe, elements, returnUrlOf(checkout)));
  };

  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
      className="grid gap-10"
    >
      <Section heading="Payment method" headingClassName="mb-5 heading-3">
        <PaymentElement
          options={{ defaultValues: { billingDetails: { name, email, phone } } }}
          onReady={() => onReady(true)}
          onLoadError={onBroken}
        />
      </Section>
      <Section heading="Billing address" headingClassName="mb-5 heading-3">
        <AddressElement options={{ mode: 'billing', defaultValues: billingAddress(customer) }} />
      </Section>
    </form>
  );
}

function billingAddress(customer: PaymentFormProps['checkout']['customerInfo']) {
  const { name, address, city, province, postalCode } = customer;
  return {
    name,
    address: { line1: address, city, state: province, postal_code: postalCode, country: 'CA' },
  };
}
