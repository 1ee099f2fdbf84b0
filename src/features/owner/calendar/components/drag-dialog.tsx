import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { CrewForm } from '@/entities/crew/change-crew.tsx';
import { useCrewAfterMove } from '@/entities/crew/crew-after-move.ts';
import { changeCrew } from '@/entities/crew/crews-for-visit.ts';
import { unusualWords, useMoveQuestion } from '@/entities/open-times/unusual-words.ts';
import { failureSentence, isRefusal } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import type { CalendarBooking } from '@contracts/calendar.ts';
import { formatStart, formatStartOf } from '@domain/time/start-format.ts';
import type { CrewTitle } from '../event-words.ts';
import { mailWords } from '../mail-words.ts';
import { useMove } from '../use-move.ts';
import type { Dropped } from './calendar-area.tsx';
import { MovePanel } from './move-panel.tsx';
import { Panel } from './panel.tsx';

type DragDialogProps = { dropped: Dropped; titleOf: CrewTitle; onClose: () => void };

/** Asks about a booking that was dragged, to another time or crew. Whatever is refused leaves it where it was. */
export function DragDialog({ dropped, titleOf, onClose }: DragDialogProps) {
  const { booking, to, crew } = dropped;
  const isMove = to.date !== booking.booking_date || to.time !== booking.booking_time;
  if (isMove) return <MoveDialog dropped={dropped} titleOf={titleOf} onClose={onClose} />;
  return titleOf && crew !== null ? (
    <GiveDialog booking={booking} crew={crew} titleOf={titleOf} onClose={onClose} />
  ) : null;
}

function MoveDialog({ dropped, titleOf, onClose }: DragDialogProps) {
  const { booking, to, crew } = dropped;
  const move = useMove(booking, titleOf, onClose);
  const { sentence: crewWords } = useCrewAfterMove(booking, to, crew === null ? titleOf : null);
  const unusual = useMoveQuestion(to, booking.duration_minutes);
  const [isChoosing, setIsChoosing] = useState(false);
  if (isChoosing) return <MovePanel booking={booking} titleOf={titleOf} onClose={onClose} />;
  const isOutside = isRefusal(move.error, 'outside_hours');
  const question = isOutside ? `${unusualWords.outside_hours} Move the booking anyway?` : unusual;
  const refused = move.error && !isOutside ? failureSentence(move.error) : null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={refused ? 'Not moved' : `Move ${booking.customer_name}?`}
      description={
        refused ??
        `${changeWords(dropped)} ${[question, mailWords(booking.has_email)].filter(Boolean).join(' ')}`
      }
      confirmLabel={refused ? 'Choose another time' : question ? 'Move anyway' : 'Move booking'}
      cancelLabel={refused ? 'Keep current time' : 'Keep current time'}
      busy={move.isPending}
      onConfirm={() =>
        refused ? setIsChoosing(true) : move.mutate({ to, anyway: question !== null, crew })
      }
    >
      {refused ? (
        <Notice tone="danger" role="alert">
          {changeWords(dropped)}
        </Notice>
      ) : (
        titleOf && (
          <p role="status" className="min-h-6">
            {crew === null ? crewWords : `It goes to ${titleOf(crew)}, if they are free then.`}
          </p>
        )
      )}
    </ConfirmDialog>
  );
}

function changeWords({ booking, to }: Dropped): string {
  const was = formatStartOf(booking);
  return `From ${was} to ${formatStart(to)}.`;
}

type GiveDialogProps = {
  booking: CalendarBooking;
  crew: number;
  titleOf: (crew: number) => string;
  onClose: () => void;
};

/** Asks about a visit that was dragged into another crew's lane, at the same time. */
function GiveDialog({ booking, crew, titleOf, onClose }: GiveDialogProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const client = useQueryClient();
  const giving = useMutation({
    mutationFn: () => changeCrew(booking.id, crew),
    onSuccess: () => {
      toast({ title: 'Crew Changed', description: `${titleOf(crew)} now has this visit.` });
      onClose();
      void client.invalidateQueries();
    },
  });
  if (isChoosing)
    return (
      <Panel title={booking.customer_name} description={formatStartOf(booking)} onClose={onClose}>
        <div className="mt-6">
          <CrewForm booking={booking} onClose={onClose} />
        </div>
      </Panel>
    );
  const refused = giving.error && failureSentence(giving.error);
  const present = booking.crew === null ? 'its crew' : titleOf(booking.crew);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={refused ? 'Crew not changed' : `Give this visit to ${titleOf(crew)}?`}
      description={
        refused ??
        `${booking.customer_name}, ${formatStartOf(booking)}. The time stays the same, so the customer gets no email.`
      }
      confirmLabel={refused ? 'Choose another crew' : 'Change crew'}
      cancelLabel={`Keep ${present}`}
      busy={giving.isPending}
      onConfirm={() => (refused ? setIsChoosing(true) : giving.mutate())}
    />
  );
}
