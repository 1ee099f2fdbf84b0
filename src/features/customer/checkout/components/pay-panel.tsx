import type { ReactNode } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { Payment } from '../use-payment-attempts.ts';
import { failureIdOf } from './payment-step.tsx';

type PayPanelProps = {
  formId: string;
  amountCents: number;
  payment: Payment;
  isReady: boolean;
  /** Under the button: what can be refunded, or how else to pay. */
  children: ReactNode;
};

/** The button that pays. Why the last try failed is said at the form. */
export function PayPanel({ formId, amountCents, payment, isReady, children }: PayPanelProps) {
  return (
    <>
      {payment.isUnreachable && (
        <Notice tone="danger" role="alert" title="No connection" className="mb-5">
          We couldn’t reach the payment service. Check your connection, then press Pay again. You
          won’t be charged twice.
        </Notice>
      )}
      <Button
        type="submit"
        form={formId}
        busy={payment.isBusy}
        disabled={!isReady && !payment.isBusy}
        aria-describedby={payment.failure ? failureIdOf(formId) : undefined}
        className="w-full text-lg"
      >
        Pay {formatCents(amountCents)}
      </Button>
      <p className="mt-4 text-sm text-mist">{children}</p>
    </>
  );
}
