import { Button } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

type CouldNotFetchProps = {
  /** What could not be fetched, as a sentence. */
  title: string;
  isBusy?: boolean;
  onRetry: () => void;
  className?: string;
};

/** In the place of what a screen is about, when it did not arrive. */
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
