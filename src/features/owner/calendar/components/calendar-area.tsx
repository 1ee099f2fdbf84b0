import { Suspense, useEffect, useState } from 'react';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import type { CalendarView, View } from '../address-state.ts';
import type { CalendarBooking } from '@contracts/calendar.ts';
import type { NewStart } from '@/entities/visit/move-visit.ts';
import type { Shown } from '../calendar-events.ts';
import type { EmptyStretch } from '../empty-stretch.ts';
import { useRange } from '../use-calendar.ts';
import { useFocusBack } from '../use-focus-back.ts';
import { CalendarActions } from './calendar-actions.tsx';
import { DragDialog } from './drag-dialog.tsx';
import { CalendarBoard } from './late-board.ts';
import { ShownPanel } from './shown-panel.tsx';
import { StretchPanel } from './stretch-panel.tsx';
import { TurnBar } from './turn-bar.tsx';

type CalendarAreaProps = {
  view: CalendarView;
  day: LocalDate;
  today: LocalDate;
  go: (to: Partial<{ view: View; day: LocalDate }>) => void;
};

export type Dropped = { booking: CalendarBooking; to: NewStart };

export function CalendarArea({ view, day, today, go }: CalendarAreaProps) {
  const query = useRange(view, day);
  const { data: range, isPlaceholderData } = query;
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const [pressed, setPressed] = useState<Shown | null>(null);
  const [stretch, setStretch] = useState<EmptyStretch | null>(null);
  const crews = range?.crews ?? 1;
  // Beside its data, not after it. Where that fails, the board itself says so.
  useEffect(() => void CalendarBoard.prefetch().catch(() => undefined), []);
  useFocusBack(Boolean(dropped ?? pressed ?? stretch));
  return (
    <>
      <TurnBar view={view} day={day} today={today} onTurn={(next) => go({ day: next })} />
      {!range && (
        <NotLoaded
          query={query}
          loading="Loading the calendar"
          failed="Could not load the calendar."
        />
      )}
      {range && (
        <Suspense fallback={<Spinner label="Loading the calendar" />}>
          <div aria-busy={isPlaceholderData} className="cal-board aria-busy:opacity-60">
            <CalendarBoard
              view={view}
              day={day}
              range={range}
              moving={dropped && { id: dropped.booking.id, to: dropped.to }}
              onDrop={setDropped}
              onPress={setPressed}
              onStretch={setStretch}
              onDay={(date) => go({ view: 'day', day: date })}
            />
          </div>
        </Suspense>
      )}
      <CalendarActions day={day < today ? today : day} onTimeOff={setStretch} />
      {dropped && <DragDialog dropped={dropped} onClose={() => setDropped(null)} />}
      {pressed && <ShownPanel shown={pressed} crews={crews} onClose={() => setPressed(null)} />}
      {stretch && (
        <StretchPanel
          stretch={stretch}
          crews={crews}
          today={today}
          onClose={() => setStretch(null)}
        />
      )}
    </>
  );
}
