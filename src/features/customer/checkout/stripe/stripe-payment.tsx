import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Elements } from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { appConfig } from '@/config/env.ts';
import { CardLoading } from '../components/card-loading.tsx';
import type { PaymentFormProps } from '../payment-form.ts';
import { providerQuery } from '../api/load-stripe.ts';
import { StripeForm } from './stripe-form.tsx';

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
