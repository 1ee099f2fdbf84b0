import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatDayAndTime } from '@/lib/days.ts';
import type { useAnswerActions } from '../use-answer-actions.ts';

type NewTimesDialogProps = {
  customer: string;
  email: string | null;
  hours: number;
  newTimes: ReturnType<typeof useAnswerActions>['newTimes'];
};

/** Shows what would be offered before anybody is mailed. */
export function NewTimesDialog({ customer, email, hours, newTimes }: NewTimesDialogProps) {
  const { found } = newTimes;
  return (
    <ConfirmDialog
      open={found !== null}
      onOpenChange={(open) => !open && newTimes.forget()}
      title={`Other times for ${customer}`}
      description={
        email
          ? `${email} gets a mail with these, held for up to ${hours} hours. What was offered before is free again.`
          : `There is no email address: these are held for up to ${hours} hours for you to offer on the phone.`
      }
      confirmLabel={email ? 'Send' : 'Hold Them'}
      cancelLabel="Not Now"
      busy={newTimes.isSending}
      onConfirm={newTimes.send}
    >
      <ul className="grid gap-1 font-semibold tabular-nums">
        {found?.map((start) => (
          <li key={formatDayAndTime(start)}>{formatDayAndTime(start)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
