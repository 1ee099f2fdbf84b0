import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { NextTimesOfVisit } from '@/entities/open-times/time-picker/next-times-of-visit.tsx';
import { unusualWords, useMoveQuestion } from '@/entities/open-times/unusual-words.ts';
import type { NewStart } from '@/entities/visit/move-visit.ts';
import { StartFields } from '@/entities/visit/start-fields.tsx';
import { failureSentence, isRefusal } from '@/lib/failure-sentence.ts';
import type { CalendarBooking } from '@contracts/calendar.ts';
import { useCrewAfterMove } from '@/entities/crew/crew-after-move.ts';
import type { CrewTitle } from '../event-words.ts';
import { useMove } from '../use-move.ts';
import { mailWords } from '../mail-words.ts';
import { Panel } from './panel.tsx';

type MovePanelProps = { booking: CalendarBooking; titleOf: CrewTitle; onClose: () => void };

/** Moves a booking by day and time, as dragging does. */
export function MovePanel({ booking, titleOf, onClose }: MovePanelProps) {
  const [to, setTo] = useState({ date: booking.booking_date, time: booking.booking_time });
  const [isUnready, setIsUnready] = useState(false);
  const move = useMove(booking, titleOf, onClose);
  const { sentence: crewWords } = useCrewAfterMove(booking, to, titleOf);
  const [isAsked, setIsAsked] = useState(false);
  const unusual = useMoveQuestion(to, booking.duration_minutes);
  const question = isRefusal(move.error, 'outside_hours')
    ? `${unusualWords.outside_hours} Move the booking anyway?`
    : isAsked && !move.error
      ? unusual
      : null;
  const change = (start: NewStart) => {
    move.reset();
    setIsUnready(false);
    setIsAsked(false);
    setTo(start);
  };
  const submit = () => {
    const isSame = to.date === booking.booking_date && to.time === booking.booking_time;
    if (!to.date || !to.time || isSame) setIsUnready(true);
    else if (unusual && !question) setIsAsked(true);
    else move.mutate({ to, anyway: question !== null });
  };
  const problem = isUnready
    ? 'The booking is already at this time. Please choose another one.'
    : (question ?? (move.error && failureSentence(move.error)));
  return (
    <Panel
      title={`Move ${booking.customer_name}`}
      description={mailWords(booking.has_email)}
      onClose={onClose}
    >
      <form
        noValidate
        className="mt-6 grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <NextTimesOfVisit booking={booking} chosen={to} onChoose={change} />
        <StartFields start={to} onChange={change} />
        {titleOf && (
          <p role="status" className="min-h-6 text-sm text-ink-soft">
            {crewWords}
          </p>
        )}
        {problem && (
          <Notice tone={question ? 'info' : 'danger'} role="alert">
            {problem}
          </Notice>
        )}
        <div className="grid gap-3 md:flex md:flex-wrap">
          <Button type="submit" busy={move.isPending}>
            {question ? 'Move anyway' : 'Move booking'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Keep current time
          </Button>
        </div>
      </form>
    </Panel>
  );
}
