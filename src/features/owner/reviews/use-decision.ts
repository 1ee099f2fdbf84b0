import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastFailure } from '@/lib/toast.ts';
import { deleteReview, releaseReview, setApproval } from './api/change-review.ts';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';
import { notifyPublicChange } from '@/entities/review/public-changes.ts';
import { showDecision } from './review-cache.ts';

export type Decision = 'approve' | 'unapprove' | 'release' | 'delete';

const sentences: Record<Decision, { done: string; failed: string }> = {
  approve: {
    done: 'Review approved and is now public.',
    failed: 'Failed to approve review.',
  },
  unapprove: {
    done: 'Review is no longer public.',
    failed: 'Failed to unapprove review.',
  },
  release: {
    done: 'Review is released and waits for approval.',
    failed: 'Failed to release review.',
  },
  delete: { done: 'Review has been deleted.', failed: 'Failed to delete review.' },
};

export const failedTo = (decision: Decision) => sentences[decision].failed;

/** Decides about one review and says so. `beforeShown` comes just before the lists show what became of it. */
export function useDecision(review: ReviewRecord, beforeShown: (decision: Decision) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (decision: Decision) => {
      if (decision === 'delete') return deleteReview(review);
      if (decision === 'release') return releaseReview(review.id);
      return setApproval(review.id, decision === 'approve');
    },
    onSuccess: async (_, decision) => {
      toast({ title: 'Success!', description: sentences[decision].done });
      const changed = {
        ...review,
        is_approved: decision === 'approve',
        is_held_back: false,
      };
      beforeShown(decision);
      notifyPublicChange();
      await showDecision(client, review.id, decision === 'delete' ? null : changed);
    },
    onError: (_, decision) => {
      toastFailure('Error', sentences[decision].failed);
    },
  });
}
