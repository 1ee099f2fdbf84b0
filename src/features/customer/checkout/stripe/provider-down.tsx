import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';

export function ProviderDown({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert" title="The card form could not be loaded">
      <p>
        It comes from our payment provider, and we could not reach it. Please check your connection,
        or allow js.stripe.com where a blocker is at work. Nothing was charged.
      </p>
      <Button variant="secondary" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
