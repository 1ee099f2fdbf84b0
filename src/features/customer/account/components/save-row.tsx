import { Button } from '@/components/ui/button.tsx';
import { Problem } from '@/components/ui/notice.tsx';

type SaveRowProps = { label: string; change: { problem: string | null; isPending: boolean } };

/** The end of a form of the account: why it was not done, and the button that does it. */
export function SaveRow({ label, change }: SaveRowProps) {
  return (
    <>
      <Problem>{change.problem}</Problem>
      <Button
        type="submit"
        variant="secondary"
        busy={change.isPending}
        className="sm:justify-self-start"
      >
        {label}
      </Button>
    </>
  );
}
