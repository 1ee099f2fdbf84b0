import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';

export function Confirming() {
  return <Spinner label="One moment, we are checking your payment." />;
}

export function Processing() {
  return (
    <>
      <Spinner label="This page updates every few seconds." />
      <p className="mt-6 text-ink-soft">
        You can close it. We confirm your booking by email once the payment is complete.
      </p>
    </>
  );
}

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert" title="Your booking is saved.">
      <p>
        Your booking and payment are saved. Please check your connection and try again. You don’t
        have to pay again.
      </p>
      <Button className="mt-5" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
