import { Suspense, useEffect, useMemo, useState } from 'react';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import type { CalendarView, View } from '../address-state.ts';
import type { CalendarBooking, CalendarRange } from '@contracts/calendar.ts';
import type { NewStart } from '@/entities/visit/move-visit.ts';
import type { Shown } from '../calendar-events.ts';
import type { EmptyStretch } from '../empty-stretch.ts';
import { firstShown } from '../first-shown.ts';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import { useMedia } from '@/lib/use-media.ts';
import { useNow } from '@/lib/use-now.ts';
import { useCrews, useCrewTitle } from '@/entities/crew/use-crew-title.ts';
import { useRange } from '../use-calendar.ts';
import { useFocusBack } from '../use-focus-back.ts';
import { wallNow } from '../wall-clock.ts';
import { BoardFrame } from './board-frame.tsx';
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
  openDay: (day: LocalDate) => void;
};

export type Dropped = { booking: CalendarBooking; to: NewStart };

export function CalendarArea({ view, day, today, go, openDay }: CalendarAreaProps) {
  const query = useRange(view, day);
  const { data: range } = query;
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const [pressed, setPressed] = useState<Shown | null>(null);
  const [stretch, setStretch] = useState<EmptyStretch | null>(null);
  const drawn = useDrawn({ view, day, range });
  const moving = useMemo(() => dropped && { id: dropped.booking.id, to: dropped.to }, [dropped]);
  const crews = range?.crews ?? 1;
  const titleOf = useCrewTitle(crews > 1);
  const titled = useCrews(crews);
  // Beside its data, not after it. Where that fails, the board itself says so.
  useEffect(() => void CalendarBoard.prefetch().catch(() => undefined), []);
  const isOver = Boolean(dropped ?? pressed ?? stretch);
  useFocusBack(isOver);
  useBackCloses(isOver, () => {
    setDropped(null);
    setPressed(null);
    setStretch(null);
  });
  const now = useNow();
  const isTall = useMedia('(width >= 64rem)');
  return (
    <>
      <TurnBar view={view} day={day} today={today} onTurn={(next) => go({ day: next })} />
      <div className="cal-space">
        {!range && (
          <div className={drawn ? 'cal-waits' : ''}>
            <NotLoaded
              query={query}
              loading="Loading the calendar"
              failed="Could not load the calendar."
            />
          </div>
        )}
        {drawn && (
          <Suspense fallback={<Spinner label="Loading the calendar" />}>
            <BoardFrame
              drawing={`${drawn.view} ${drawn.day} ${isTall}`}
              openAt={isTall || view === 'month' ? null : firstShown(drawn.range, wallNow(now))}
              inert={!range}
            >
              <CalendarBoard
                {...drawn}
                moving={moving}
                isTall={isTall}
                onDrop={setDropped}
                onPress={setPressed}
                onStretch={setStretch}
                onDay={openDay}
              />
            </BoardFrame>
          </Suspense>
        )}
      </div>
      <CalendarActions day={day < today ? today : day} onTimeOff={setStretch} />
      {dropped && <DragDialog dropped={dropped} onClose={() => setDropped(null)} />}
      {pressed && (
        <ShownPanel
          shown={pressed}
          titleOf={crews > 1 ? titleOf : null}
          onClose={() => setPressed(null)}
        />
      )}
      {stretch && (
        <StretchPanel
          stretch={stretch}
          crews={titled}
          today={today}
          onClose={() => setStretch(null)}
        />
      )}
    </>
  );
}

type Drawn = { view: CalendarView; day: LocalDate; range: CalendarRange };

/** What the board last showed: it is drawn once for the days that were loaded, and not while others load. */
function useDrawn({
  range,
  ...place
}: Omit<Drawn, 'range'> & { range: CalendarRange | undefined }): Drawn | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const isDrawn = drawn?.range === range && drawn?.view === place.view && drawn.day === place.day;
  if (!range || isDrawn) return drawn;
  const next = { ...place, range };
  setDrawn(next);
  return next;
}
