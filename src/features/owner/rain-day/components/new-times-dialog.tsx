import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatDayAndTime } from '@/lib/days.ts';
import { untilAbout } from '../answer-words.ts';
import type { useAnswerActions } from '../use-answer-actions.ts';

type NewTimesDialogProps = {
  customer: string;
  email: string | null;
  durationMinutes: number;
  hours: number;
  newTimes: ReturnType<typeof useAnswerActions>['newTimes'];
};

/** Shows what would be offered before anybody is mailed. */
export function NewTimesDialog(props: NewTimesDialogProps) {
  const { customer, email, durationMinutes, hours, newTimes } = props;
  const { found } = newTimes;
  return (
    <ConfirmDialog
      open={found !== null}
      onOpenChange={(open) => !open && newTimes.forget()}
      title={`Other times for ${customer}`}
      description={
        email
          ? `We email these times to ${email} and hold them for up to ${hours} hours. The times offered before become available again.`
          : `There’s no email address. We hold these times for up to ${hours} hours so that you can offer them by phone.`
      }
      confirmLabel={email ? 'Send times' : 'Hold times'}
      cancelLabel="Not now"
      busy={newTimes.isSending}
      onConfirm={newTimes.send}
    >
      <ul className="grid gap-1 font-semibold tabular-nums">
        {found?.map((start) => (
          <li key={formatDayAndTime(start)}>
            {formatDayAndTime(start)}
            {untilAbout(start.time, durationMinutes)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
