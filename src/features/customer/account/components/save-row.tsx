import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';

type SaveRowProps = { label: string; problem: string | null; isBusy: boolean };

/** The end of a form of the account: why it was not done, and the button that does it. */
export function SaveRow({ label, problem, isBusy }: SaveRowProps) {
  return (
    <>
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit" variant="secondary" busy={isBusy} className="sm:justify-self-start">
        {label}
      </Button>
    </>
  );
}
