import { useId } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { depositPolicy } from '@domain/money/policy.ts';
import { Button } from '@/components/ui/button.tsx';
import type { Checkout } from '../checkout-state.ts';
import type { Payment } from '../use-payment.ts';
import { PaymentFailure } from './payment-failure.tsx';

type PayPanelProps = { formId: string; checkout: Checkout; payment: Payment; isReady: boolean };

/** The button that pays, why the last try failed, and what can be had back. */
export function PayPanel({ formId, checkout, payment, isReady }: PayPanelProps) {
  const failureId = useId();
  return (
    <>
      {payment.failure && (
        <div className="mb-5">
          <PaymentFailure id={failureId} reason={payment.failure} />
        </div>
      )}
      <Button
        type="submit"
        form={formId}
        busy={payment.isBusy}
        disabled={!isReady && !payment.isBusy}
        aria-describedby={payment.failure ? failureId : undefined}
        className="w-full text-lg"
      >
        Pay {formatCents(checkout.amountDueNow)}
      </Button>
      <p className="mt-4 text-sm text-mist">{depositPolicy}</p>
    </>
  );
}
