import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Elements } from '@stripe/react-stripe-js';
import { appConfig } from '@/config/env.ts';
import { CardOnItsWay } from '../components/card-on-its-way.tsx';
import type { PaymentFormProps } from '../payment-form.ts';
import { appearance } from './appearance.ts';
import { loadProvider } from './load-provider.ts';
import { ProviderDown } from './provider-down.tsx';
import { StripeForm } from './stripe-form.tsx';

/** The provider's own fields in our page: what is typed there never reaches us. */
export default function StripePayment(props: PaymentFormProps) {
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const { stripePublishableKey: key } = appConfig;
  const provider = useQuery({
    queryKey: ['payment-provider', key],
    queryFn: () => loadProvider(key),
    staleTime: Infinity,
    retry: false,
  });

  const retry = () => {
    setIsBroken(false);
    setAttempt(attempt + 1);
    if (!provider.data) void provider.refetch();
  };

  if (isBroken || (provider.isError && !provider.isFetching))
    return <ProviderDown onRetry={retry} />;
  if (!provider.data) return <CardOnItsWay />;
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
