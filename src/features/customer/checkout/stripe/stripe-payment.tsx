import {
  Elements,
  AddressElement,
  PaymentElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { appConfig } from '@/config/env.ts';
import { providerQuery } from '../api/load-stripe.ts';
import { CardLoading } from '../components/card-loading.tsx';
import { hasAddress, type Payer } from '../payer.ts';
import type { PaymentFormProps } from '../payment-form.ts';
import { outcomeOfError, unexpectedRefusal, type PaymentOutcome } from '../payment-outcome.ts';

/** The provider's own fields in our page: what is typed there never reaches us. */
export default function StripePayment(props: PaymentFormProps) {
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const provider = useQuery(providerQuery(appConfig.paymentsPublishableKey));

  const retry = () => {
    setIsBroken(false);
    setAttempt(attempt + 1);
    if (!provider.data) void provider.refetch();
  };

  if (isBroken || (provider.isError && !provider.isFetching))
    return <ProviderDown onRetry={retry} />;
  if (!provider.data) return <CardLoading />;
  return (
    <Elements
      key={attempt}
      stripe={provider.data}
      options={{ clientSecret: props.intent.clientSecret, appearance, locale: 'en' }}
    >
      <StripeForm {...props} onBroken={() => setIsBroken(true)} />
    </Elements>
  );
}

function ProviderDown({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert" title="The card form could not be loaded">
      <p>
        We couldn’t reach our payment provider. Please check your connection, or allow js.stripe.com
        in your ad blocker. Nothing was charged.
      </p>
      <Button variant="secondary" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

/** The look of this site inside the provider's frames, which our styles do not reach. */
const appearance: Appearance = {
  theme: 'flat',
  variables: {
    fontFamily: 'Archivo, Arial, sans-serif',
    fontSizeBase: '16px',
    colorPrimary: '#12382d',
    colorBackground: '#fcfbf7',
    colorText: '#0b1512',
    colorTextSecondary: '#46534d',
    colorTextPlaceholder: '#676f69',
    colorDanger: '#9f2219',
    borderRadius: '3px',
    gridRowSpacing: '20px',
  },
  rules: {
    '.Input': { border: '1px solid #7d8178', padding: '13px 14px' },
    '.Input:focus': { border: '1px solid #12382d', outline: '2px solid #12382d' },
    '.Tab': { border: '1px solid #7d8178' },
    '.Tab--selected': { border: '1px solid #12382d' },
    '.Label': { fontSize: '14px', fontWeight: '600', color: '#0b1512' },
  },
};

type StripeFormProps = PaymentFormProps & { onBroken: () => void };

function StripeForm(props: StripeFormProps) {
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
