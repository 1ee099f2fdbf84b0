import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useLeaveQuestion } from '../use-leave-question.ts';

/** Stands in the way of leaving what is not saved. */
export function LeaveQuestion(props: { isChanged: boolean; onLeave: () => void }) {
  const { isAsked, answer } = useLeaveQuestion(props.isChanged);
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={(open) => !open && answer('stay')}
      title="Leave without saving?"
      description="What you changed in this template is not saved yet, and would be lost."
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
