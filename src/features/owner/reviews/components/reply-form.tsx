import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';
import { useReply } from '../use-reply.ts';

const longest = 2000;

/** Writes, edits or removes the reply to a review. What is typed stays until it is saved. */
export function ReplyForm({ review }: { review: ReviewRecord }) {
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
