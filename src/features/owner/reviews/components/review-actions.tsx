import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';
import { failedTo, useDecision, type Decision } from '../use-decision.ts';

type ReviewActionsProps = {
  review: ReviewRecord;
  /** Whether one that is public can be taken back. */
  canUnapprove?: boolean;
  /** Called just before the page shows what was decided. */
  beforeShown: (decision: Decision) => void;
  /** Where the focus goes when the review is gone, and its buttons with it. */
  focusAfter: () => HTMLElement | null;
};

/** What can be decided about a review: release it, make it public, take it back, delete it after a question. */
export function ReviewActions(props: ReviewActionsProps) {
  const { review, canUnapprove = false } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, isError, variables } = useDecision(review, props.beforeShown);
  const busyWith = isPending ? variables : null;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {review.is_held_back && (
          <Button busy={busyWith === 'release'} onClick={() => mutate('release')}>
            Release
          </Button>
        )}
        {!review.is_approved && !review.is_held_back && (
          <Button busy={busyWith === 'approve'} onClick={() => mutate('approve')}>
            Approve
          </Button>
        )}
        {review.is_approved && canUnapprove && (
          <Button
            variant="secondary"
            busy={busyWith === 'unapprove'}
            onClick={() => mutate('unapprove')}
          >
            Unapprove
          </Button>
        )}
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Delete
        </Button>
      </div>
      {isError && (
        <p className="mt-4 font-medium text-danger">{failedTo(variables)} Please try again.</p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete this review?"
        description={questionAbout(review)}
        confirmLabel="Delete review"
        cancelLabel="Keep review"
        variant="danger"
        busy={busyWith === 'delete'}
        onConfirm={() => mutate('delete', { onError: () => setIsAsking(false) })}
        focusAfter={props.focusAfter}
      />
    </>
  );
}

function questionAbout({ customer_name: name, photo_url: photo }: ReviewRecord): string {
  return `This deletes the review by ${photo ? `${name} and its photo` : name.replace(/\.$/, '')}. You can’t undo this.`;
}
