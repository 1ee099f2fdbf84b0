import { Suspense, useEffect, useMemo, useState } from 'react';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { CrewBadge } from '@/entities/crew/crew-badge.tsx';
import { useCrews, useCrewTitle, type TitledCrew } from '@/entities/crew/use-crew-title.ts';
import type { NewStart } from '@/entities/visit/move-visit.ts';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import { useMedia } from '@/lib/use-media.ts';
import { useNow } from '@/lib/use-now.ts';
import type { CalendarBooking, CalendarRange } from '@contracts/calendar.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { wideScreen, type CalendarView, type View } from '../address-state.ts';
import { agendaOf } from '../agenda.ts';
import type { Shown } from '../calendar-events.ts';
import type { EmptyStretch } from '../empty-stretch.ts';
import { firstShown } from '../first-shown.ts';
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
import { WeekAgenda } from './week-agenda.tsx';

type CalendarAreaProps = {
  view: CalendarView;
  day: LocalDate;
  /** The only crew to show; null for all. */
  crew: number | null;
  today: LocalDate;
  go: (to: Partial<{ view: View; day: LocalDate }>) => void;
  openDay: (day: LocalDate) => void;
  onCrew: (crew: number | null) => void;
};

/** A dragged booking. `crew` is that of another lane that it was dropped in; else null. */
export type Dropped = { booking: CalendarBooking; to: NewStart; crew: number | null };

export function CalendarArea(props: CalendarAreaProps) {
  const { view, day, today, go, openDay } = props;
  const query = useRange(view, day);
  const { data: range } = query;
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const [pressed, setPressed] = useState<Shown | null>(null);
  const [stretch, setStretch] = useState<EmptyStretch | null>(null);
  const moving = useMemo(() => dropped && { id: dropped.booking.id, to: dropped.to }, [dropped]);
  const crews = useCrewCount(range);
  const titleOf = useCrewTitle(crews > 1);
  const titled = useCrews(crews);
  const crew = crews > 1 ? props.crew : null;
  const drawn = useDrawn({ view, day, range, crew });
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
  const isAgenda = useMedia(wideScreen) ? false : view === 'week';
  return (
    <>
      {crews > 1 && <CrewLegend crews={titled} crew={crew} onChoose={props.onCrew} />}
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
        {isAgenda && drawn?.view === 'week' && (
          <div inert={!range} className={range ? '' : 'invisible'}>
            <WeekAgenda
              days={agendaOf(
                drawn.range,
                crew === null ? titled.map(({ number }) => number) : [crew],
                wallNow(now),
              )}
              today={today}
              titleOf={crews > 1 ? titleOf : null}
              onPress={setPressed}
              onStretch={setStretch}
              onDay={openDay}
            />
          </div>
        )}
        {!isAgenda && drawn && (
          <Suspense fallback={<Spinner label="Loading the calendar" />}>
            <BoardFrame
              drawing={`${drawn.view} ${drawn.day} ${isTall}`}
              openAt={isTall || view === 'month' ? null : firstShown(drawn.range, wallNow(now))}
              inert={!range}
            >
              <CalendarBoard
                view={drawn.view}
                day={drawn.day}
                range={drawn.range}
                hasLanes={drawn.crew === null}
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
      <CalendarActions hasGrid={!isAgenda} day={day < today ? today : day} onTimeOff={setStretch} />
      {dropped && (
        <DragDialog
          dropped={dropped}
          titleOf={crews > 1 ? titleOf : null}
          onClose={() => setDropped(null)}
        />
      )}
      {pressed && (
        <ShownPanel
          shown={pressed}
          titleOf={crews > 1 ? titleOf : null}
          onClose={() => setPressed(null)}
        />
      )}
      {stretch && (
        <StretchPanel
          stretch={{ crew, ...stretch }}
          crews={titled}
          crewHours={range?.crewHours ?? []}
          today={today}
          onClose={() => setStretch(null)}
        />
      )}
    </>
  );
}

/** As last loaded, so that the crews stay while other days load. */
function useCrewCount(range: CalendarRange | undefined): number {
  const [count, setCount] = useState(1);
  if (range && range.crews !== count) setCount(range.crews);
  return range?.crews ?? count;
}

type Place = { view: CalendarView; day: LocalDate; crew: number | null };
type Drawn = Place & { range: CalendarRange };
type Loaded = Place & { range: CalendarRange | undefined };

/** What the board last showed: it is drawn once for the days that were loaded, and not while others load. */
function useDrawn({ range, ...place }: Loaded): Drawn | null {
  const [drawn, setDrawn] = useState<{ of: Loaded; shows: Drawn } | null>(null);
  const isDrawn =
    drawn?.of.range === range &&
    drawn?.of.view === place.view &&
    drawn.of.day === place.day &&
    drawn.of.crew === place.crew;
  if (!range || isDrawn) return drawn?.shows ?? null;
  const shows = { ...place, range: ofCrew(range, place.crew) };
  setDrawn({ of: { ...place, range }, shows });
  return shows;
}

/** What concerns a crew: its own, and what is of all crews. Null shows every crew. */
function ofCrew(range: CalendarRange, crew: number | null): CalendarRange {
  if (crew === null) return range;
  const isOf = (one: { crew: number | null }) => one.crew === null || one.crew === crew;
  return {
    ...range,
    bookings: range.bookings.filter(isOf),
    timeOff: range.timeOff.filter(isOf),
    offers: range.offers.filter(isOf),
    ...(range.crewHours && { crewHours: range.crewHours.filter(isOf) }),
  };
}

type CrewLegendProps = {
  crews: readonly TitledCrew[];
  /** The only one that is shown; null when all are. */
  crew: number | null;
  onChoose: (crew: number | null) => void;
};

/** Which colour and initials are whose, and the choice to see one crew alone. */
function CrewLegend({ crews, crew, onChoose }: CrewLegendProps) {
  return (
    <div role="group" aria-label="Crews" className="cal-crews">
      <button
        type="button"
        className="chip cal-crew-chip"
        aria-pressed={crew === null}
        onClick={() => onChoose(null)}
      >
        All <span className="sr-only">crews</span>
      </button>
      {crews.map(({ number, title }) => (
        <button
          key={number}
          type="button"
          className="chip cal-crew-chip"
          aria-pressed={crew === number}
          onClick={() => onChoose(crew === number ? null : number)}
        >
          <CrewBadge crew={number} title={title} isNamed />
          <span className="max-w-40 truncate">{title}</span>
        </button>
      ))}
    </div>
  );
}
