import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { toastError } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { deleteHeldBackReviews } from '../api/change-review.ts';
import { everyReviewsKey } from '@/entities/review/get-reviews.ts';

const inWords = (count: number) => (count === 1 ? '1 review' : `${count} reviews`);

/** Deletes all reviews that are held back, after a question. What came after `upTo`, the newest one shown, stays. */
export function DeleteHeldBackReviews({ upTo }: { upTo: string }) {
  const [asked, setAsked] = useState<string | null>(null);
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: deleteHeldBackReviews,
    onSuccess: (count) => toast({ title: `${inWords(count)} deleted.` }),
    onError: toastError('Not deleted'),
    onSettled: async () => {
      setAsked(null);
      await client.invalidateQueries({ queryKey: everyReviewsKey });
    },
  });
  return (
    <div className="mb-6">
      <p className="mb-4 text-ink-soft">
        Too many reviews came in within an hour. Release the genuine ones and delete the rest.
      </p>
      <Button variant="secondary" onClick={() => setAsked(upTo)}>
        Delete all held back
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Delete all held-back reviews?"
        description="This deletes all reviews held back and their photos, including those not shown yet. You can’t undo this."
        confirmLabel="Delete all"
        cancelLabel="Keep them"
        variant="danger"
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate(asked ?? upTo)}
      />
    </div>
  );
}
