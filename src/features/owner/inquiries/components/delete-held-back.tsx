import { useState } from 'react';
import { navigate } from '@/lib/location.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useDeletion } from '@/lib/use-deletion.ts';
import { adminPaths } from '@/config/admin-paths.ts';
import { deleteHeldBack, inquiriesKey } from '../api/inquiry.ts';

/** Deletes an inquiry that is held back, after a question; the list it was in is shown then. */
export function DeleteHeldBack({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeletion({
    queryKey: inquiriesKey,
    run: () => deleteHeldBack(id),
    onDone: () => navigate(`${adminPaths.inquiries}?state=held_back`, { replace: true }),
    done: () => 'The inquiry is deleted.',
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete this inquiry?"
        description="You can’t undo this."
        confirmLabel="Delete inquiry"
        cancelLabel="Keep inquiry"
        variant="danger"
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      />
    </>
  );
}
