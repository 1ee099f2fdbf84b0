import { useRef } from 'react';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';
import type { Decision } from '../use-decision.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewCard } from '@/entities/review/review-card.tsx';

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
