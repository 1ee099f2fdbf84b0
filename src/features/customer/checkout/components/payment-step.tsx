import { Suspense } from 'react';
import type { AppConfig } from '@/config/env.ts';
import { lateScreen } from '@/lib/late.ts';
import type { PaymentIntent } from '@contracts/payments.ts';
import type { PaymentFormProps } from '../payment-form.ts';
import { SandboxPayment } from '../sandbox/sandbox-payment.tsx';
import { CardLoading } from './card-loading.tsx';
import { PaymentFailure } from './payment-failure.tsx';

// The provider's script and components come only where there is a key for them.
const StripePayment = lateScreen(() => import('../stripe/stripe-payment.tsx'));

type PaymentStepProps = Omit<PaymentFormProps, 'intent'> & {
  provider: AppConfig['payments'];
  /** Not there while it is being created. */
  intent: PaymentIntent | undefined;
  /** The server cannot answer just now, and is asked again by itself. */
  isAway: boolean;
  /** The time that is being paid for is held. */
  isHeld?: boolean;
};

/** The form of the provider, below why the last try failed. */
export function PaymentStep({ isHeld = false, ...step }: PaymentStepProps) {
  const { failure } = step.payment;
  return (
    <div className="scroll-mt-4">
      {failure && (
        <div ref={intoView} className="mb-8">
          <PaymentFailure id={failureIdOf(step.formId)} reason={failure} isHeld={isHeld} />
        </div>
      )}
      <ProvidersForm {...step} />
    </div>
  );
}

/** Of the sentence that says why the last try failed. */
export const failureIdOf = (formId: string) => `${formId}-failure`;

// Runs after the focus went back to the form, which may have left it out of sight.
const intoView = (shown: HTMLElement | null) => {
  if (shown) setTimeout(() => shown.parentElement?.scrollIntoView());
};

function ProvidersForm({ provider, intent, isAway, ...form }: Omit<PaymentStepProps, 'isHeld'>) {
  if (!intent) return <CardLoading isAway={isAway} />;
  if (provider === 'sandbox') return <SandboxPayment {...form} intent={intent} />;
  return (
    <Suspense fallback={<CardLoading />}>
      {/* A new payment needs new fields: the provider binds them to its secret. */}
      <StripePayment key={intent.clientSecret} {...form} intent={intent} />
    </Suspense>
  );
}
