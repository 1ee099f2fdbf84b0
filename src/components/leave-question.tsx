import { useLeaveQuestion } from '@/lib/use-leave-question.ts';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';

type LeaveQuestionProps = {
  isChanged: boolean;
  /** What would be lost, as a sentence. */
  description: string;
  onLeave: () => void;
};

/** Asks before the user leaves unsaved changes. */
export function LeaveQuestion(props: LeaveQuestionProps) {
  const { isAsked, answer } = useLeaveQuestion(props.isChanged);
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={(open) => !open && answer('stay')}
      title="Leave without saving?"
      description={props.description}
      confirmLabel="Leave without saving"
      cancelLabel="Keep editing"
      variant="danger"
      onConfirm={() => {
        props.onLeave();
        answer('leave');
      }}
    />
  );
}
