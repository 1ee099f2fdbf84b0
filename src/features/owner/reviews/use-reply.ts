import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';
import { notifyPublicChange } from '@/entities/review/public-changes.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { setReply } from './api/change-review.ts';
import { showDecision } from './review-cache.ts';

/** Saves or removes the reply to a review and says so. A removed reply can be restored from the toast. */
export function useReply(review: ReviewRecord) {
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
