import { Suspense } from 'react';
import { lateScreen } from '@/lib/late.ts';
import type { PaymentIntent } from '@contracts/payments.ts';
import type { PaymentFormProps } from '../payment-form.ts';
import { SandboxPayment } from '../sandbox/sandbox-payment.tsx';
import { CardLoading } from './card-loading.tsx';

// The provider's script and components come only where there is a key for them.
const StripePayment = lateScreen(() => import('../stripe/stripe-payment.tsx'));

type PaymentStepProps = Omit<PaymentFormProps, 'intent'> & {
  provider: 'sandbox' | 'stripe';
  /** Not there while it is being created. */
  intent: PaymentIntent | undefined;
  /** The server cannot answer just now, and is asked again by itself. */
  isAway: boolean;
};

export function PaymentStep({ provider, intent, isAway, ...form }: PaymentStepProps) {
  if (!intent) return <CardLoading isAway={isAway} />;
  if (provider === 'sandbox') return <SandboxPayment {...form} intent={intent} />;
  return (
    <Suspense fallback={<CardLoading />}>
      {/* A new payment needs new fields: the provider binds them to its secret. */}
      <StripePayment key={intent.clientSecret} {...form} intent={intent} />
    </Suspense>
  );
}
