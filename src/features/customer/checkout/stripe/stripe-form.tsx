import { useEffect } from 'react';
import { AddressElement, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { Section } from '@/components/section.tsx';
import type { PaymentFormProps } from '../payment-form.ts';
import { hasAddress, type Payer } from '../payer.ts';
import { outcomeOfError, unexpectedRefusal, type PaymentOutcome } from '../payment-outcome.ts';

type StripeFormProps = PaymentFormProps & { onBroken: () => void };

export function StripeForm(props: StripeFormProps) {
  const { formId, payer, returnUrl, payment, onReady, onBroken } = props;
  const stripe = useStripe();
  const elements = useElements();
  const { name, email, phone } = payer;

  useEffect(() => () => onReady(false), [onReady]);

  const pay = async () => {
    if (!stripe || !elements) return;
    await payment.run(() => confirmPayment(stripe, elements, returnUrl), {
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

const paidEnough = new Set(['succeeded', 'processing', 'requires_capture']);

/** Pays with what was typed in the provider's fields. Methods that leave the page come back to `returnUrl`. */
async function confirmPayment(
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
