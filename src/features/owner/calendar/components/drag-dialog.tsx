import { useState } from 'react';
import { formatStart, formatStartOf } from '@domain/time/start-format.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { failureSentence, isRefusal } from '@/lib/failure-sentence.ts';
import { mailWords } from '../mail-words.ts';
import { useMove } from '../use-move.ts';
import { MovePanel } from './move-panel.tsx';
import type { Dropped } from './calendar-area.tsx';

/** Asks about a booking that was dragged to another time. Whatever is refused leaves it where it was. */
export function DragDialog({ dropped, onClose }: { dropped: Dropped; onClose: () => void }) {
  const { booking, to } = dropped;
  const move = useMove(booking.id, onClose);
  const [isChoosing, setIsChoosing] = useState(false);
  if (isChoosing) return <MovePanel booking={booking} onClose={onClose} />;
  const isOutside = isRefusal(move.error, 'outside_hours');
  const refused = move.error && !isOutside ? failureSentence(move.error) : null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        refused
          ? 'Not moved'
          : isOutside
            ? 'Outside your opening hours'
            : `Move ${booking.customer_name}?`
      }
      description={
        refused ??
        `${changeWords(dropped)} ${isOutside ? 'Move the booking anyway?' : mailWords(booking.has_email)}`
      }
      confirmLabel={refused ? 'Choose another time' : isOutside ? 'Move anyway' : 'Move booking'}
      cancelLabel={refused ? 'Keep current time' : 'Keep current time'}
      busy={move.isPending}
      onConfirm={() => (refused ? setIsChoosing(true) : move.mutate({ to, anyway: isOutside }))}
    >
      {refused && (
        <Notice tone="danger" role="alert">
          {changeWords(dropped)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}

function changeWords({ booking, to }: Dropped): string {
  const was = formatStartOf(booking);
  return `From ${was} to ${formatStart(to)}.`;
}
