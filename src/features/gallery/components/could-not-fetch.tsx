import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { fetchFailure } from '../use-photos.ts';

export function CouldNotFetch({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <Notice tone="danger" title={fetchFailure.description}>
      <p>Please check your connection and try again.</p>
      <Button variant="secondary" className="mt-5" busy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
