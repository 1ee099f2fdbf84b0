import { useState } from 'react';
import { localToday } from '@domain/time/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { isRefusal } from '@/lib/booking-refusals.ts';
import { useNow } from '@/lib/use-now.ts';
import type { CalendarBooking } from '../api/calendar-range.ts';
import { refusalSentence } from '../refusal-sentence.ts';
import { useMove } from '../use-move.ts';
import { mailWords } from '../mail-words.ts';
import { Panel } from './panel.tsx';

/** Moves a booking by day and time, as dragging does. */
export function MovePanel({ booking, onClose }: { booking: CalendarBooking; onClose: () => void }) {
  const [to, setTo] = useState({ date: booking.booking_date, time: booking.booking_time });
  const [isUnready, setIsUnready] = useState(false);
  const move = useMove(booking.id, onClose);
  const today = localToday(useNow());
  const isOutside = isRefusal(move.error, 'outside_hours');
  const change = (part: Partial<typeof to>) => {
    move.reset();
    setIsUnready(false);
    setTo({ ...to, ...part });
  };
  const submit = () => {
    const isSame = to.date === booking.booking_date && to.time === booking.booking_time;
    if (!to.date || !to.time || isSame) setIsUnready(true);
    else move.mutate({ to, anyway: isOutside });
  };
  const problem = isUnready
    ? 'Please choose another day or time than it has.'
    : move.error &&
      (isOutside
        ? 'That is outside your opening hours. Move it anyway?'
        : refusalSentence(move.error));
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
        <div className="grid grid-cols-2 gap-4">
          <Field label="Day" required>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                min={today}
                value={to.date}
                onChange={({ target }) => change({ date: target.value })}
              />
            )}
          </Field>
          <Field label="Time" required>
            {(control) => (
              <TextInput
                {...control}
                type="time"
                step={300}
                value={to.time}
                onChange={({ target }) => change({ time: target.value })}
              />
            )}
          </Field>
        </div>
        {problem && (
          <Notice tone={isOutside ? 'info' : 'danger'} role="alert">
            {problem}
          </Notice>
        )}
        <div className="cal-panel-actions">
          <Button type="submit" busy={move.isPending}>
            {isOutside ? 'Move anyway' : 'Move'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Keep the old time
          </Button>
        </div>
      </form>
    </Panel>
  );
}
