import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';
import { notifyPublicChange } from '@/entities/review/public-changes.ts';
import { ReviewCard } from '@/entities/review/review-card.tsx';
import { toast, toastFailure } from '@/lib/toast.ts';
import { setReply } from '../api/change-review.ts';
import { showDecision } from '../review-cache.ts';
import { type Decision, failedTo, useDecision } from '../use-decision.ts';

type ManagedReviewProps = {
  review: ReviewRecord;
  /** Stands in a list of its own kind, public or waiting, and leaves it when that changes. */
  isSorted?: boolean;
  /** What takes the focus when the review leaves the list. */
  focusAfter: () => HTMLElement | null;
};

/** A review with what can be decided about it. */
export default function ManagedReview({
  review,
  isSorted = false,
  focusAfter,
}: ManagedReviewProps) {
  const card = useRef<HTMLElement>(null);

  // The pressed button goes with what it changed. (A question gives its focus back by itself.)
  const keepFocus = (decision: Decision) => {
    if (decision === 'delete' || !card.current?.contains(document.activeElement)) return;
    (isSorted ? focusAfter() : card.current)?.focus();
  };

  return (
    <ReviewCard
      ref={card}
      review={review}
      isMarked={!isSorted && !review.is_approved}
      actions={
        <>
          {!review.is_held_back && <ReplyForm review={review} />}
          <ReviewActions
            review={review}
            canUnapprove={isSorted}
            beforeShown={keepFocus}
            focusAfter={focusAfter}
          />
        </>
      }
    />
  );
}

const longest = 2000;

/** Writes, edits or removes the reply to a review. What is typed stays until it is saved. */
function ReplyForm({ review }: { review: ReviewRecord }) {
  const { mutate, isPending, variables } = useReply(review);
  const [typed, setTyped] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const isRemoving = isPending && variables === null;

  if (typed === null) {
    return (
      <div className="mb-3 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setTyped(review.reply ?? '')}>
          {review.reply ? 'Edit reply' : 'Write reply'}
        </Button>
        {review.reply && (
          <Button variant="secondary" busy={isRemoving} onClick={() => mutate(null)}>
            Remove reply
          </Button>
        )}
      </div>
    );
  }
  return (
    <form
      className="mb-5 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const reply = typed.trim();
        setIsMissing(reply === '');
        if (reply !== '' && !isPending) mutate(reply, { onSuccess: () => setTyped(null) });
      }}
    >
      <TextAreaField
        label={`Reply to ${review.customer_name}`}
        hint="Visitors read it below the review."
        error={isMissing ? 'Please write a reply first.' : undefined}
        autoFocus
        maxLength={longest}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsMissing(false);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isPending}>
          Save reply
        </Button>
        <Button variant="ghost" onClick={() => setTyped(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Saves or removes the reply to a review and says so. A removed reply can be restored from the toast. */
function useReply(review: ReviewRecord) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (reply: string | null) => setReply(review.id, reply),
    onSuccess: async (_, reply) => {
      const former = review.reply;
      toast(
        reply === null && former !== null
          ? {
              title: 'Reply removed',
              duration: 10_000,
              action: { label: 'Undo', onSelect: () => mutation.mutate(former) },
            }
          : { title: 'Reply saved', description: 'It stands below the review.' },
      );
      notifyPublicChange();
      await showDecision(client, review.id, { ...review, reply });
    },
    onError: () => {
      toastFailure('Reply not saved', 'Check your connection and try again.');
    },
  });
  return mutation;
}

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
function ReviewActions(props: ReviewActionsProps) {
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
