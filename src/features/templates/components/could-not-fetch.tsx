import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { fetchFailure } from '../use-templates.ts';

export function CouldNotFetch({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" title={fetchFailure.description}>
      <p>Please check your connection and try again.</p>
      <Button variant="secondary" className="mt-5" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
