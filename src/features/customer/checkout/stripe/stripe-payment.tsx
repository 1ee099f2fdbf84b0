import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Elements } from '@stripe/react-stripe-js';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { appConfig } from '@/config/env.ts';
import { CardLoading } from '../components/card-loading.tsx';
import type { PaymentFormProps } from '../payment-form.ts';
import { appearance } from './appearance.ts';
import { providerQuery } from '../api/load-provider.ts';
import { StripeForm } from './stripe-form.tsx';

/** The provider's own fields in our page: what is typed there never reaches us. */
export default function StripePayment(props: PaymentFormProps) {
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const provider = useQuery(providerQuery(appConfig.stripePublishableKey));

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
