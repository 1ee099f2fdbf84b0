import { Notice } from '@/components/ui/notice.tsx';

type PaymentFailureProps = {
  /** Of the sentence that says why. */
  id?: string;
  reason: string;
  role?: 'alert';
};

export function PaymentFailure({ id, reason, role }: PaymentFailureProps) {
  return (
    <Notice tone="danger" title="Your payment did not go through" role={role}>
      <p id={id}>{reason}</p>
      <p className="mt-1">Try again, or pay another way.</p>
    </Notice>
  );
}
