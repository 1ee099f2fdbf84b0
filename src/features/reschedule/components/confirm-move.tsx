import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { paths } from '@/config/paths.ts';
import { toast } from '@/lib/toast.ts';
import type { Start } from '../api/move-booking.ts';

type ConfirmMoveProps = {
  chosen: Start | null;
  isBusy: boolean;
  /** Why the last attempt came to nothing. */
  problem: string | null;
  onConfirm: (start: Start) => void;
  onIncomplete: () => void;
};

const incomplete = 'Please select a new date and time.';

/**
 * Until a time is chosen the button is marked as disabled, and can still be reached: whoever presses
 * it hears what is missing.
 */
export function ConfirmMove({ chosen, isBusy, problem, ...act }: ConfirmMoveProps) {
  const [isIncomplete, setIsIncomplete] = useState(false);

  const confirm = () => {
    setIsIncomplete(!chosen);
    if (chosen) {
      act.onConfirm(chosen);
      return;
    }
    toast({ title: 'Incomplete', description: incomplete, variant: 'destructive' });
    act.onIncomplete();
  };

  return (
    <>
      {problem && (
        <Notice tone="danger" role="alert" title="Your booking is not moved" className="mb-5">
          {problem}
        </Notice>
      )}
      {isIncomplete && !chosen && (
        <Notice tone="danger" title="Incomplete" className="mb-5">
          {incomplete}
        </Notice>
      )}
      <div className="grid gap-3">
        <Button aria-disabled={chosen ? undefined : true} busy={isBusy} onClick={confirm}>
          Confirm New Time
        </Button>
        <ButtonLink variant="secondary" to={paths.myBookings}>
          Cancel
        </ButtonLink>
      </div>
      <p className="mt-4 text-sm text-mist">Cancel leaves your booking as it is.</p>
    </>
  );
}
