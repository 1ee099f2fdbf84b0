import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useDeletion } from '@/lib/use-deletion.ts';

type DeleteAllHeldBackProps = {
  /** An instant: when the newest one shown came. Later ones stay. */
  upTo: string;
  one: string;
  many: string;
  /** What is deleted with them. */
  along?: string;
  /** Answers how many were deleted. */
  run: (upTo: string) => Promise<number>;
  queryKey: readonly unknown[];
};

/** Deletes all of a list that are held back, after a question. */
export function DeleteAllHeldBack({
  upTo,
  one,
  many,
  along = '',
  run,
  queryKey,
}: DeleteAllHeldBackProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const deletion = useDeletion({
    queryKey,
    run: () => run(asked ?? upTo),
    done: (count) => `${count} ${count === 1 ? one : many} deleted.`,
    onSettled: () => setAsked(null),
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(upTo)}>
        Delete all held back
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={`Delete all held-back ${many}?`}
        description={`This deletes all ${many} held back${along}, including those not shown yet. You can’t undo this.`}
        confirmLabel="Delete all"
        cancelLabel="Keep them"
        variant="danger"
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      />
    </>
  );
}
