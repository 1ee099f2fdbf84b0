import { Button } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

type CouldNotFetchProps = {
  /** What could not be loaded, as a sentence. */
  title: string;
  isBusy?: boolean;
  onRetry: () => void;
  className?: string;
};

/** In place of a screen's content that could not be loaded. */
export function CouldNotFetch({ title, isBusy, onRetry, className }: CouldNotFetchProps) {
  return (
    <Notice tone="danger" title={title} className={className}>
      <p>Please check your connection and try again.</p>
      <Button variant="secondary" className="mt-5" busy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
