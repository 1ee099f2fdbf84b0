import { useEffect } from 'react';
import { AddressElement, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { Section } from '@/components/section.tsx';
import type { PaymentFormProps } from '../payment-form.ts';
import { hasAddress, type Payer } from '../payer.ts';
import { confirmStripePayment } from './confirm-stripe-payment.ts';

type StripeFormProps = PaymentFormProps & { onBroken: () => void };

export function StripeForm(props: StripeFormProps) {
  const { formId, payer, returnUrl, payment, onReady, onBroken } = props;
  const stripe = useStripe();
  const elements = useElements();
  const { name, email, phone } = payer;

  useEffect(() => () => onReady(false), [onReady]);

  const pay = async () => {
    if (!stripe || !elements) return;
    await payment.run(() => confirmStripePayment(stripe, elements, returnUrl), {
      onDeclined: () => {
        // The focus in the provider's frame does not scroll this page.
        document.getElementById(formId)?.scrollIntoView();
        elements.getElement('payment')?.focus();
      },
    });
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
      {/* Without a known address the provider asks for what the payment method needs. */}
      {hasAddress(payer) && (
        <Section heading="Billing address" headingClassName="mb-5 heading-3">
          <AddressElement options={{ mode: 'billing', defaultValues: billingAddress(payer) }} />
        </Section>
      )}
    </form>
  );
}

function billingAddress({ name, address, city, province, postalCode }: Payer) {
  return {
    name,
    address: { line1: address, city, state: province, postal_code: postalCode, country: 'CA' },
  };
}
