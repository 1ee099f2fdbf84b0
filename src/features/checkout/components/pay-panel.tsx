import { useId } from 'react';
import { business } from '@domain/business.ts';
import { formatCents } from '@domain/money.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { Checkout } from '../checkout-state.ts';
import type { Payment } from '../use-payment.ts';

type PayPanelProps = { formId: string; checkout: Checkout; payment: Payment; isReady: boolean };

/** The button that pays, why the last try failed, and what can be had back. */
export function PayPanel({ formId, checkout, payment, isReady }: PayPanelProps) {
  const failureId = useId();
  return (
    <>
      {payment.failure && (
        <Notice tone="danger" title="Your payment did not go through" className="mb-5">
          <p id={failureId}>{payment.failure}</p>
          <p className="mt-1">Try again, or pay another way.</p>
        </Notice>
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
      <p className="mt-4 text-sm text-mist">{depositNote}</p>
    </>
  );
}

const deposit = formatCents(business.depositCents).replace(/\.00$/, '');
const depositNote =
  `A ${deposit} deposit is required and is fully refundable if cancelled at least ` +
  `${business.freeCancellationHours} hours before the appointment.`;
