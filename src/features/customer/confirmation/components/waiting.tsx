import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';

export function Confirming() {
  return <Spinner label="One moment, we are checking your payment." />;
}

export function Processing() {
  return (
    <>
      <Spinner label="This page looks again by itself every few seconds." />
      <p className="mt-6 text-ink-soft">
        You may also close it: as soon as the payment is through, we confirm your booking by email.
      </p>
    </>
  );
}

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert" title="Nothing is lost.">
      <p>
        What you booked and paid is kept. Please check your connection and try again; you do not
        have to pay a second time.
      </p>
      <Button className="mt-5" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
