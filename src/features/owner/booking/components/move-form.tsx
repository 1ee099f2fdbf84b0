import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatStart } from '@domain/time/start-format.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useCrewAfterMove } from '@/entities/crew/crew-after-move.ts';
import { crewsForVisitQuery } from '@/entities/crew/crews-for-visit.ts';
import { NextTimesOfVisit } from '@/entities/open-times/time-picker/next-times-of-visit.tsx';
import { unusualWords, useMoveQuestion } from '@/entities/open-times/unusual-words.ts';
import { StartFields } from '@/entities/visit/start-fields.tsx';
import { refusals } from '@/lib/refusals.ts';
import { failureSentence, isRefusal } from '@/lib/failure-sentence.ts';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { moveBack, moveVisit, type NewStart } from '@/entities/visit/move-visit.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { FormPanel } from '@/components/form-panel.tsx';

type MoveFormProps = { booking: OwnerBooking; onClose: () => void };

type Before = { was: NewStart; crew: number | null };

/** What stood before the move goes along, because the page may show the new time before the answer. */
type Move = { anyway: boolean; before: Before; taker: string | null };

/** Moves a booking to any available time; to a start that customers can't book only after a question. */
export function MoveForm({ booking, onClose }: MoveFormProps) {
  const was = { date: booking.booking_date, time: booking.booking_time.slice(0, 5) };
  const [to, setTo] = useState(was);
  const [isAsked, setIsAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data: crews = [] } = useQuery(crewsForVisitQuery(booking));
  const crew = crews.find(({ is_present: has }) => has)?.number ?? null;
  const { sentence: crewWords, taker } = useCrewAfterMove(
    { ...booking, crew },
    to,
    crews.length > 1 ? (crew) => crews.find(({ number }) => number === crew)?.title ?? '' : null,
  );
  const undo = useBookingAction(
    booking.id,
    (before: Before) => moveBack(booking.id, before.was, before.crew),
    {
      done: (_, before) => ({
        title: 'Moved back',
        description: `The booking is on ${formatStart(before.was)}.`,
      }),
      failed: 'Not moved back',
    },
  );
  const move = useBookingAction(
    booking.id,
    ({ anyway }: Move) => moveVisit(booking.id, to, anyway),
    {
      done: (_, { before, taker: takes }) => ({
        title: 'Moved',
        description: `The booking is now on ${formatStart(to)}.${takes ? ` ${takes} takes it now.` : ''}`,
        action: { label: 'Undo', onSelect: () => undo.mutate(before) },
      }),
      onDone: onClose,
    },
  );
  const question = useMoveQuestion(to, booking.duration_minutes);
  const go = (anyway: boolean) => {
    const isSame = to.date === was.date && to.time === was.time;
    if (!to.date || !to.time || isSame) {
      setProblem(
        isSame
          ? 'The booking is already at this time. Please choose another one.'
          : refusals.invalid_time,
      );
      return;
    }
    setProblem(null);
    if (question && !anyway) {
      setIsAsked(true);
      return;
    }
    const before = { was, crew: crews.length > 1 ? crew : null };
    move.mutate(
      { anyway, before, taker },
      {
        onSettled: (_, error) => setIsAsked(isRefusal(error, 'outside_hours')),
        onError: (error) => setProblem(failureSentence(error)),
      },
    );
  };
  return (
    <>
      <FormPanel
        heading="Move booking"
        submitLabel="Move booking"
        isBusy={move.isPending}
        problem={problem}
        onSubmit={() => go(false)}
        onClose={onClose}
      >
        <NextTimesOfVisit booking={booking} chosen={to} onChoose={setTo} />
        <StartFields start={to} onChange={setTo} />
        {crews.length > 1 && (
          <p role="status" className="min-h-6">
            {crewWords}
          </p>
        )}
        <p className="text-sm text-ink-soft">
          {booking.customer_email
            ? `We email the new time to ${booking.customer_email}.`
            : 'There’s no email address. Please call the customer.'}
        </p>
      </FormPanel>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Unusual start"
        description={`${formatStart(to)}: ${question ?? `${unusualWords.outside_hours} Move the booking anyway?`}`}
        confirmLabel="Move anyway"
        cancelLabel="Choose another time"
        busy={move.isPending}
        onConfirm={() => go(true)}
      />
    </>
  );
}
