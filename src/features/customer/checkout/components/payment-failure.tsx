import { Notice } from '@/components/ui/notice.tsx';

type PaymentFailureProps = {
  /** Of the sentence that says why. */
  id?: string;
  reason: string;
  role?: 'alert';
  /** The time that is being paid for is held. */
  isHeld?: boolean;
};

export function PaymentFailure({ id, reason, role, isHeld = false }: PaymentFailureProps) {
  return (
    <Notice tone="danger" title="Your payment did not go through" role={role}>
      <p id={id}>{reason}</p>
      <p className="mt-1">{isHeld && 'Your time is still held. '}Try again, or pay another way.</p>
    </Notice>
  );
}
