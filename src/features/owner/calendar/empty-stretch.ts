import type { CrewDay } from '@contracts/calendar.ts';
import { addDays } from '@domain/time/schedule.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import type { TimeOffInput } from '@domain/time/time-off.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { laterBy, wallStart } from './wall-clock.ts';

/** An empty stretch that was pressed or drawn over; without times it is whole days. */
export type EmptyStretch = {
  fromDay: LocalDate;
  fromTime: LocalTime | null;
  untilDay: LocalDate;
  untilTime: LocalTime | null;
  /** Whose lane it was drawn in; missing where it is of no crew. */
  crew?: number | null;
  /** Whether it was already said what is wanted there. */
  isForTimeOff?: boolean;
};

/** As the calendar tells of it: its end is the first moment after it. */
export function stretchBetween(start: string, end: string, isWholeDays: boolean): EmptyStretch {
  const [from, until] = [wallStart(start), wallStart(end)];
  if (isWholeDays) {
    return {
      fromDay: from.date,
      fromTime: null,
      untilDay: addDays(until.date, -1),
      untilTime: null,
    };
  }
  const endsAtMidnight = until.time === '00:00';
  return {
    fromDay: from.date,
    fromTime: from.time,
    untilDay: endsAtMidnight ? addDays(until.date, -1) : until.date,
    untilTime: endsAtMidnight ? null : until.time,
  };
}

/** A tap is two hours long, which is what most want. */
export function stretchAt(start: string): EmptyStretch {
  const { date, time } = wallStart(start);
  const end = laterBy(time, 120);
  return {
    fromDay: date,
    fromTime: time,
    untilDay: date,
    untilTime: end === '24:00' ? null : end,
  };
}

export function stretchWords({ fromDay, fromTime, untilDay, untilTime }: EmptyStretch): string {
  if (fromTime === null) {
    return fromDay === untilDay
      ? formatDate(fromDay)
      : `${formatDate(fromDay)} to ${formatDate(untilDay)}`;
  }
  const end = untilTime === null ? 'the end of the day' : formatTime(untilTime);
  return `${formatDate(fromDay)}, ${formatTime(fromTime)} to ${end}`;
}

/** Time off as long as the stretch. */
export const typedFrom = ({
  fromDay,
  fromTime,
  untilDay,
  untilTime,
  crew,
}: EmptyStretch): TimeOffInput => ({
  fromDay,
  untilDay,
  isWholeDays: fromTime === null,
  fromTime: fromTime ?? '',
  untilTime: untilTime ?? (fromTime === null ? '' : '23:59'),
  reason: '',
  crew: String(crew ?? ''),
});

/** The crews, by number, whose own hours don't have the start of a stretch. */
export const crewsOff = (
  { fromDay, untilDay, fromTime }: EmptyStretch,
  crewHours: readonly CrewDay[],
): number[] =>
  crewHours
    .filter(
      ({ day, from, until }) =>
        day === fromDay &&
        (fromTime === null
          ? fromDay === untilDay && from === null
          : from === null || until === null || fromTime < from || fromTime >= until),
    )
    .map(({ crew }) => crew);
