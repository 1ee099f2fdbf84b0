import { formatCents } from '@domain/money/money.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { formatDay, formatTime } from '@domain/time/time-format.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { CrewBadge } from '@/entities/crew/crew-badge.tsx';
import { formatShortDay } from '@/lib/days.ts';
import type { AgendaDay, AgendaEntry, FreeStretch } from '../agenda.ts';
import type { Shown } from '../calendar-events.ts';
import type { EmptyStretch } from '../empty-stretch.ts';
import { crewOf, wordsOf, type CrewTitle } from '../event-words.ts';

type AgendaActions = {
  onPress: (shown: Shown) => void;
  onStretch: (stretch: EmptyStretch) => void;
  onDay: (day: LocalDate) => void;
};

type WeekAgendaProps = AgendaActions & {
  days: readonly AgendaDay[];
  today: LocalDate;
  titleOf: CrewTitle;
};

/** A week as a list, where seven columns have no room. Days of this week that are over are folded. */
export function WeekAgenda({ days, today, ...rest }: WeekAgendaProps) {
  const isThisWeek = days.some(({ day }) => day === today);
  const over = isThisWeek ? days.filter(({ day }) => day < today) : [];
  const ahead = days.filter((day) => !over.includes(day));
  const visits = over.reduce((sum, day) => sum + day.visits, 0);
  return (
    <>
      {over.length > 0 && (
        <details className="agenda-over">
          <summary>Earlier this week: {visitsWords(visits)}</summary>
          <Days days={over} today={today} {...rest} />
        </details>
      )}
      <Days days={ahead} today={today} {...rest} />
    </>
  );
}

const Days = ({ days, ...rest }: WeekAgendaProps) => (
  <ol className="agenda">
    {days.map((day) => (
      <Day key={day.day} day={day} {...rest} />
    ))}
  </ol>
);

type DayProps = Omit<WeekAgendaProps, 'days'> & { day: AgendaDay };

function Day({ day, today, titleOf, onPress, onStretch, onDay }: DayProps) {
  const isQuiet = day.entries.length === 0;
  const name = isQuiet ? formatShortDay(day.day) : formatDay(day.day);
  return (
    <li className={isQuiet ? 'agenda-day agenda-quiet' : 'agenda-day'}>
      <div className="agenda-head">
        <h3>
          <button type="button" className="agenda-name" onClick={() => onDay(day.day)}>
            {name}
          </button>
        </h3>
        {day.day === today && <span className="mark">Today</span>}
        <span className="text-sm text-ink-soft">
          {day.isClosed && day.visits + day.calledOff === 0 ? 'Closed' : visitsWords(day.visits)}
          {day.calledOff > 0 && `, ${day.calledOff} cancelled because of rain`}
        </span>
      </div>
      {day.entries.length > 0 && (
        <ul className="agenda-entries">
          {day.entries.map((entry) => (
            <li key={entry.key}>
              <Entry entry={entry} titleOf={titleOf} onPress={onPress} />
            </li>
          ))}
        </ul>
      )}
      {day.free.length > 0 && (
        <p className="agenda-free">
          {day.free.map((free) => (
            <button
              key={free.from}
              type="button"
              className="agenda-stretch"
              onClick={() => onStretch(stretchOf(day.day, free))}
            >
              Free {spanOf(free)} <span className="sr-only">on {name}</span>
            </button>
          ))}
        </p>
      )}
    </li>
  );
}

type EntryProps = { entry: AgendaEntry; titleOf: CrewTitle; onPress: (shown: Shown) => void };

function Entry({ entry: { shown, from, until }, titleOf, onPress }: EntryProps) {
  const { mark, title } = wordsOf(shown, null);
  const crew = crewOf(shown);
  const isAllDay = from === '00:00' && until === '24:00';
  return (
    <button type="button" className="agenda-entry" onClick={() => onPress(shown)}>
      <span className="agenda-time">
        {isAllDay ? 'All day' : formatTime(from)}
        {!isAllDay && <span className="block text-ink-soft">{formatTime(until)}</span>}
      </span>
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <strong className="wrap-anywhere">{title || mark}</strong>
          {mark && title && <span className={markStyle(mark)}>{mark}</span>}
        </span>
        <span className="block text-sm wrap-anywhere text-ink-soft">{detailOf(shown)}</span>
      </span>
      <span className="agenda-aside">
        {titleOf && crew !== null && <CrewBadge crew={crew} title={titleOf(crew)} />}
        {shown.kind === 'booking' && shown.booking.due_cents > 0 && (
          <span>{formatCents(shown.booking.due_cents)} due</span>
        )}
      </span>
    </button>
  );
}

const markStyle = (mark: string) => (mark === 'Done' ? 'mark mark-done' : 'mark');

function detailOf(shown: Shown): string {
  if (shown.kind === 'offer') return shown.offer.service_name;
  if (shown.kind !== 'booking') return '';
  const { service_name: service, add_ons: addOns, city } = shown.booking;
  return [soldName(service, addOns), city].filter(Boolean).join(' · ');
}

const visitsWords = (count: number): string =>
  count === 0 ? 'No visits' : `${count} ${count === 1 ? 'visit' : 'visits'}`;

const spanOf = ({ from, until }: FreeStretch): string =>
  `${formatTime(from)} to ${until === '24:00' ? 'midnight' : formatTime(until)}`;

const stretchOf = (day: LocalDate, { from, until }: FreeStretch): EmptyStretch => ({
  fromDay: day,
  fromTime: from,
  untilDay: day,
  untilTime: until === '24:00' ? null : until,
});
