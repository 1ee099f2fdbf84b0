import { useId } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { paths } from '@/config/paths.ts';
import type { Start } from '../api/move-booking.ts';

type ConfirmMoveProps = {
  /** Of the button. */
  id: string;
  chosen: Start | null;
  isBusy: boolean;
  /** What to know before confirming. */
  note: string | null;
  /** Why the last attempt came to nothing. */
  problem: string | null;
  onConfirm: (start: Start) => void;
  onIncomplete: () => void;
};

/**
 * Until a time is chosen the button is marked as disabled, and can still be reached: whoever presses
 * it is led to what is missing.
 */
export function ConfirmMove({ id, chosen, isBusy, note, problem, ...act }: ConfirmMoveProps) {
  const hintId = useId();
  return (
    <>
      {note && <p className="mb-5 border-l-4 border-citrine pl-4 text-sm">{note}</p>}
      <Problem title="Your booking wasn’t moved" className="mb-5">
        {problem}
      </Problem>
      <div className="grid gap-3">
        <Button
          id={id}
          aria-disabled={chosen ? undefined : true}
          busy={isBusy}
          onClick={() => (chosen ? act.onConfirm(chosen) : act.onIncomplete())}
        >
          Confirm New Time
        </Button>
        <ButtonLink variant="secondary" to={paths.myBookings} aria-describedby={hintId}>
          Cancel
        </ButtonLink>
        <p id={hintId} className="text-sm text-mist">
          Cancel only leaves this page. Your booking keeps its current time.
        </p>
      </div>
    </>
  );
}
