import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { deleteAllHeldBack } from '../api/inquiry.ts';
import { useDeletion } from '../use-deletion.ts';

const inWords = (count: number) => (count === 1 ? '1 inquiry' : `${count} inquiries`);

/** Deletes all that are held back, after a question. What came after `upTo`, the newest one shown, stays. */
export function DeleteAllHeldBack({ upTo }: { upTo: string }) {
  const [asked, setAsked] = useState<string | null>(null);
  const deletion = useDeletion({
    run: () => deleteAllHeldBack(asked ?? upTo),
    done: (count) => `${inWords(count)} deleted.`,
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
        title="Delete all held-back inquiries?"
        description="This deletes all inquiries held back, including those not shown yet. You can’t undo this."
        confirmLabel="Delete all"
        cancelLabel="Keep them"
        variant="danger"
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      />
    </>
  );
}
