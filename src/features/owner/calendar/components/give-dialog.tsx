import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarBooking } from '@contracts/calendar.ts';
import { formatStartOf } from '@domain/time/start-format.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { CrewForm } from '@/entities/crew/change-crew.tsx';
import { changeCrew } from '@/entities/crew/crews-for-visit.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { Panel } from './panel.tsx';

type GiveDialogProps = {
  booking: CalendarBooking;
  crew: number;
  titleOf: (crew: number) => string;
  onClose: () => void;
};

/** Asks about a visit that was dragged into another crew's lane, at the same time. */
export function GiveDialog({ booking, crew, titleOf, onClose }: GiveDialogProps) {
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
