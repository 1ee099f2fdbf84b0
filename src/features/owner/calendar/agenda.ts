import { minutesOfDay, timeAtMinute } from '@domain/time/wall-time.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import type { CalendarDay, CalendarRange, CrewDay } from '@contracts/calendar.ts';
import type { Shown } from './calendar-events.ts';
import { crewOf } from './event-words.ts';
import { laterBy } from './wall-clock.ts';

/** An entry of a day's list, at its local times. */
export type AgendaEntry = { key: string; from: LocalTime; until: LocalTime; shown: Shown };

export type FreeStretch = { from: LocalTime; until: LocalTime };

export type AgendaDay = {
  day: LocalDate;
  /** That take place: without those called off for rain, counted apart. */
  visits: number;
  calledOff: number;
  isClosed: boolean;
  entries: readonly AgendaEntry[];
  /** When at least one crew could take a visit: nothing of the past. */
  free: readonly FreeStretch[];
};

/** Less than this (minutes) is of no use between two visits. */
const shortestFree = 60;

/** The days of a range as lists. `crews` are the numbers of those shown; `now` is the business's wall time. */
export function agendaOf(
  range: CalendarRange,
  crews: readonly number[],
  now: string,
): readonly AgendaDay[] {
  return range.days.map((day) => {
    const entries = entriesOf(range, day);
    const bookings = entries.flatMap(({ shown }) =>
      shown.kind === 'booking' ? [shown.booking] : [],
    );
    const calledOff = bookings.filter(({ called_off: off }) => off !== null).length;
    return {
      day: day.day,
      visits: bookings.length - calledOff,
      calledOff,
      isClosed: day.from === null || day.until === null,
      entries,
      free: freeOf(day, entries, crews, now, range.crewHours ?? []),
    };
  });
}

function entriesOf(range: CalendarRange, special: CalendarDay): AgendaEntry[] {
  const { day } = special;
  const entries: AgendaEntry[] = [
    ...range.timeOff
      .filter((one) => one.day === day)
      .map((timeOff) => ({
        key: `time-off ${timeOff.id}`,
        from: timeOff.from,
        until: timeOff.until,
        shown: { kind: 'timeOff', timeOff } as const,
      })),
    ...range.offers
      .filter((one) => one.day === day)
      .map((offer) => ({
        key: `offer ${offer.id}`,
        from: offer.from,
        until: offer.until,
        shown: { kind: 'offer', offer } as const,
      })),
    ...range.bookings
      .filter((one) => one.booking_date === day)
      .map((booking) => ({
        key: `booking ${booking.id}`,
        from: booking.booking_time,
        until: laterBy(booking.booking_time, booking.duration_minutes),
        shown: { kind: 'booking', booking, isMoving: false } as const,
      })),
  ];
  const sorted = entries.sort(
    (one, other) => one.from.localeCompare(other.from) || crewNumber(one) - crewNumber(other),
  );
  if (!special.is_special) return sorted;
  return [
    {
      key: `special ${day}`,
      from: '00:00',
      until: '24:00',
      shown: { kind: 'special', day: special },
    },
    ...sorted,
  ];
}

/** 0 for all crews. */
const crewNumber = ({ shown }: AgendaEntry): number => crewOf(shown) ?? 0;

function freeOf(
  { day, from, until }: CalendarDay,
  entries: readonly AgendaEntry[],
  crews: readonly number[],
  now: string,
  crewHours: readonly CrewDay[],
): FreeStretch[] {
  if (from === null || until === null || day < now.slice(0, 10)) return [];
  const opens = minutesOfDay(from) ?? 0;
  const begins = now.startsWith(day) ? Math.max(opens, nextQuarter(now.slice(11, 16))) : opens;
  const closes = until === '24:00' ? 24 * 60 : (minutesOfDay(until) ?? 0);
  const free = crews.flatMap((crew) => {
    const taken = entries
      .filter((one) => one.shown.kind !== 'special' && [0, crew].includes(crewNumber(one)))
      .map((one): Span => [minutesOf(one.from), minutesOf(one.until)]);
    const own = crewHours.find((one) => one.day === day && one.crew === crew);
    const off: Span[] = !own
      ? []
      : own.from === null || own.until === null
        ? [[0, 24 * 60]]
        : [
            [0, minutesOf(own.from)],
            [minutesOf(own.until), 24 * 60],
          ];
    return gaps([...taken, ...off], [begins, closes]);
  });
  return merged(free).map(([start, end]) => ({
    from: timeAtMinute(start),
    until: end === 24 * 60 ? '24:00' : timeAtMinute(end),
  }));
}

/** Minutes of a day: the first, and the first after it. */
type Span = [number, number];

const minutesOf = (time: LocalTime): number =>
  time === '24:00' ? 24 * 60 : (minutesOfDay(time) ?? 0);

const nextQuarter = (time: LocalTime): number => Math.ceil(minutesOf(time) / 15) * 15;

const bySpan = ([one]: Span, [other]: Span) => one - other;

/** What `taken` leaves of a day. */
function gaps(taken: readonly Span[], [begins, closes]: Span): Span[] {
  let from = begins;
  const free: Span[] = [];
  for (const [start, end] of [...taken].sort(bySpan)) {
    free.push([from, Math.min(start, closes)]);
    from = Math.max(from, end);
  }
  return [...free, [from, closes] as Span].filter(([start, end]) => end - start >= shortestFree);
}

function merged(spans: readonly Span[]): Span[] {
  const together: Span[] = [];
  for (const [start, end] of [...spans].sort(bySpan)) {
    const last = together.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else together.push([start, end]);
  }
  return together;
}
