import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import type { OpeningEditor } from '../use-opening-editor.ts';
import { MisfitList } from './misfit-panel.tsx';

const shown = 8;

/** Before something is saved: the bookings that would not fit any more. */
export function ImpactDialog({ editor }: { editor: OpeningEditor }) {
  const { question, isSaving, save, dropQuestion } = editor;
  const bookings = question?.bookings ?? [];
  const count = bookings.length;
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => !open && dropQuestion()}
      title={
        count === 1
          ? 'One booking is outside these rules'
          : `${count} bookings are outside these rules`
      }
      description="They stay as booked, and customers aren’t notified. They are listed on this page until you move or cancel them."
      confirmLabel={isSaving ? 'Saving...' : 'Save anyway'}
      cancelLabel="Keep editing"
      busy={isSaving}
      onConfirm={() => void save({ isApproved: true, isInsisting: question?.isInsisting ?? false })}
    >
      <MisfitList bookings={bookings.slice(0, shown)} isLinked={false} />
      {count > shown && <p className="mt-3 text-sm text-ink-soft">And {count - shown} more.</p>}
    </ConfirmDialog>
  );
}
