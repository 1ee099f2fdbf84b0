import FullCalendar from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import { memo, useMemo, useRef, type CSSProperties } from 'react';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { useNow } from '@/lib/use-now.ts';
import type { CalendarView } from '../address-state.ts';
import type { CalendarRange } from '@contracts/calendar.ts';
import { CrewBadge } from '@/entities/crew/crew-badge.tsx';
import { useCrews, useCrewTitle } from '@/entities/crew/use-crew-title.ts';
import {
  calendarEvents,
  shownHours,
  withoutCrewHours,
  type Moving,
  type Shown,
} from '../calendar-events.ts';
import { stretchAt, stretchBetween, type EmptyStretch } from '../empty-stretch.ts';
import { crewAt, inLanes, lanesOf } from '../lanes.ts';
import { wallNow, wallStart } from '../wall-clock.ts';
import type { Dropped } from './calendar-area.tsx';
import { EventFace } from './event-face.tsx';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import '@fullcalendar/react/themes/classic/palette.css';
import './calendar-board.css';

type CalendarBoardProps = {
  view: CalendarView;
  day: LocalDate;
  range: CalendarRange;
  moving: Moving | null;
  /** As tall as the room it is given, rather than as its hours. */
  isTall: boolean;
  /** A day at a desk has a lane for each crew. */
  hasLanes: boolean;
  onDrop: (dropped: Dropped) => void;
  onPress: (shown: Shown) => void;
  onStretch: (stretch: EmptyStretch) => void;
  onDay: (day: LocalDate) => void;
};

const views = { day: 'timeGridDay', week: 'timeGridWeek', month: 'dayGridMonth' } as const;
const plugins = [timeGrid, dayGrid, interaction, classicTheme];
const shownOf = (event: { extendedProps: Record<string, unknown> }) =>
  event.extendedProps['shown'] as Shown | undefined;

/**
 * The calendar itself. It knows wall times only: whatever the browser's zone is, it shows the business's. Drawing it
 * takes a phone half a second, so it draws itself only for what it is given.
 */
export default memo(CalendarBoard);

function CalendarBoard({ view, day, range, moving, isTall, hasLanes, ...on }: CalendarBoardProps) {
  const now = wallNow(useNow());
  // As text, which stays the same: new events would end a drag.
  const crews = useCrews(range.crews)
    .map(({ number }) => number)
    .join();
  const { events, lanes } = useMemo(() => {
    const events = calendarEvents(range, moving, now);
    const numbers = crews.split(',').map(Number);
    const lanes =
      hasLanes && isTall && view === 'day' && range.crews > 1 ? lanesOf(events, numbers) : null;
    return {
      events: lanes ? inLanes(events, lanes) : withoutCrewHours(events, view === 'month'),
      lanes,
    };
  }, [range, moving, now, crews, hasLanes, isTall, view]);
  const hours = shownHours(range);
  const frame = useRef<HTMLDivElement>(null);
  const laneOf = ({ clientX }: { clientX: number }): number | null => {
    const across = frame.current?.querySelector('[role="cell"][data-date]');
    return lanes && across ? crewAt(clientX, across.getBoundingClientRect(), lanes) : null;
  };
  // The lane of a drop is known when the drag ends, its new time directly after that, and only if there is one.
  const ended = useRef<Dropped | null>(null);
  const crewTitle = useCrewTitle(range.crews > 1);
  const titleOf = range.crews > 1 ? crewTitle : null;
  const ofLane = (pointer: UIEvent | null) => {
    const crew = pointer && laneOf(pointer as MouseEvent);
    return crew === null ? {} : { crew };
  };
  const calendar = (
    <FullCalendar
      // It moves by its address, not by itself.
      key={`${view}:${day}:${hours.from}:${hours.until}:${isTall}:${lanes?.length ?? 0}`}
      plugins={plugins}
      initialView={views[view]}
      initialDate={day}
      timeZone="UTC"
      now={now}
      locale="en-US"
      firstDay={1}
      headerToolbar={false}
      height={isTall ? '100%' : 'auto'}
      expandRows={isTall}
      events={events}
      slotMinTime={hours.from}
      slotMaxTime={hours.until}
      // What is dragged counts by the middle of its first slot, so a slot is what it snaps to.
      slotDuration="00:15"
      slotLaneClass={({ time }) => (isHalf(time?.milliseconds ?? 0) ? '' : 'cal-quarter')}
      slotHeaderClass={({ time }) => (isHalf(time?.milliseconds ?? 0) ? '' : 'cal-quarter')}
      slotHeaderInnerClass="cal-hour"
      slotHeaderInterval="01:00"
      slotMinHeight={isTall ? 10 : 15}
      slotHeaderFormat={{ hour: 'numeric', hour12: true }}
      dayHeaders={view !== 'day' || lanes !== null}
      dayHeaderFormat={{ weekday: 'short' }}
      dayHeaderContent={({ date, weekdayText }) =>
        lanes ? (
          <LaneHeads lanes={lanes} titleOf={crewTitle} />
        ) : (
          <DayHead weekday={weekdayText} date={view === 'week' ? date.getUTCDate() : null} />
        )
      }
      navLinks={view !== 'day'}
      navLinkDayClick={(date) => on.onDay(date.toISOString().slice(0, 10))}
      allDayHeaderContent={() => <span className="sr-only">All day</span>}
      nowIndicator
      fixedWeekCount={false}
      dayMaxEvents={4}
      moreLinkClick={({ date }) => on.onDay(date.toISOString().slice(0, 10))}
      eventTimeFormat={{
        hour: 'numeric',
        minute: '2-digit',
        hour12: true,
        omitZeroMinute: view === 'week',
      }}
      displayEventEnd={view === 'day'}
      eventOrder="start,crew"
      slotEventOverlap={false}
      eventDisplay="block"
      eventInteractive
      editable
      eventDurationEditable={false}
      eventStartEditable={false}
      longPressDelay={350}
      selectable
      selectMinDistance={6}
      eventContent={({ event, timeText }) => {
        const shown = shownOf(event);
        return shown ? (
          <EventFace shown={shown} titleOf={titleOf} timeText={timeText} view={view} />
        ) : null;
      }}
      eventClick={({ event }) => {
        const shown = shownOf(event);
        if (shown) on.onPress(shown);
      }}
      eventDragStop={({ event, jsEvent }) => {
        const shown = shownOf(event);
        if (shown?.kind !== 'booking') return;
        const { booking } = shown;
        const lane = laneOf(jsEvent);
        const to = { date: booking.booking_date, time: booking.booking_time };
        const drop = { booking, to, crew: lane === booking.crew ? null : lane };
        ended.current = drop;
        queueMicrotask(() => {
          if (ended.current === drop && drop.crew !== null) on.onDrop(drop);
          ended.current = null;
        });
      }}
      eventDrop={({ event, revert }) => {
        const shown = shownOf(event);
        if (shown?.kind !== 'booking') {
          revert();
          return;
        }
        const { date, time } = wallStart(event.startStr);
        // In a month a day is chosen; the time stays.
        const to = { date, time: view === 'month' ? shown.booking.booking_time : time };
        const crew = ended.current?.crew ?? null;
        ended.current = null;
        if (event.allDay) revert();
        else on.onDrop({ booking: shown.booking, to, crew });
      }}
      select={({ startStr, endStr, allDay, jsEvent }) =>
        on.onStretch({ ...stretchBetween(startStr, endStr, allDay), ...ofLane(jsEvent) })
      }
      dateClick={({ dateStr, allDay, jsEvent }) => {
        if (view === 'month') on.onDay(dateStr.slice(0, 10));
        else
          on.onStretch({
            ...(allDay ? wholeDay(dateStr) : stretchAt(dateStr)),
            ...ofLane(jsEvent),
          });
      }}
    />
  );
  if (!lanes) return calendar;
  return (
    <div ref={frame} className="cal-lanes" style={{ '--lanes': lanes.length } as CSSProperties}>
      {calendar}
    </div>
  );
}

type LaneHeadsProps = { lanes: readonly number[]; titleOf: (crew: number) => string };

const LaneHeads = ({ lanes, titleOf }: LaneHeadsProps) => (
  <span className="cal-lane-heads">
    {lanes.map((crew) => (
      <span key={crew} className="cal-lane-head">
        <CrewBadge crew={crew} title={titleOf(crew)} isNamed />
        <span className="truncate">{titleOf(crew)}</span>
      </span>
    ))}
  </span>
);

const DayHead = ({ weekday, date }: { weekday: string; date: number | null }) => (
  <span className="cal-day-head">
    {weekday} {date !== null && <strong>{date}</strong>}
  </span>
);

const halfHourMs = 30 * 60_000;
const isHalf = (ms: number) => ms % halfHourMs === 0;

const wholeDay = (text: string): EmptyStretch => {
  const day = text.slice(0, 10);
  return { fromDay: day, fromTime: null, untilDay: day, untilTime: null };
};
