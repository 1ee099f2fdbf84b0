import { useState, type ReactNode } from 'react';
import { formatStart } from '@domain/time/start-format.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useNow } from '@/lib/use-now.ts';

type MarkDoneProps = {
  visit: { booking_time: string; work_began_at?: string | null | undefined };
  day: string;
  variant: 'primary' | 'secondary';
  className?: string;
  busy: boolean;
  onDone: () => void;
  /** After the button's words. */
  children?: ReactNode;
};

/** Marks a visit as done; before its start only after a question, unless the work has begun. */
export function MarkDone({ visit, day, onDone, children, ...button }: MarkDoneProps) {
  const now = useNow();
  const [isAsked, setIsAsked] = useState(false);
  const isEarly = !visit.work_began_at && Date.parse(startsAt(day, visit.booking_time)) > now;
  return (
    <>
      <Button {...button} onClick={() => (isEarly ? setIsAsked(true) : onDone())}>
        Mark done{children}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Mark done before the start?"
        description={`The visit starts on ${formatStart({ date: day, time: visit.booking_time })}. The customer may get their receipt right away.`}
        confirmLabel="Mark done anyway"
        cancelLabel="Not yet"
        onConfirm={() => {
          setIsAsked(false);
          onDone();
        }}
      />
    </>
  );
}
