import { addDays, type LocalDate, type LocalTime } from '@domain/time/schedule.ts';
import type { TimeOff } from '@contracts/calendar.ts';

/** Time off as somebody took it: several days in a row are one. */
export type TimeOffStretch = {
  ids: string[];
  fromDay: LocalDate;
  from: LocalTime;
  untilDay: LocalDate;
  until: LocalTime;
  reason: string;
  crew: number | null;
};

/** Days in a row with one reason and one crew, without a gap at midnight, as one. In order of their begin. */
export function stretchesOf(timeOff: readonly TimeOff[]): TimeOffStretch[] {
  const stretches: TimeOffStretch[] = [];
  for (const one of [...timeOff].sort(byBegin)) {
    const before = stretches.find((stretch) => goesOn(stretch, one));
    if (before) {
      before.ids.push(one.id);
      before.untilDay = one.day;
      before.until = one.until;
    } else {
      const { id, day, ...rest } = one;
      stretches.push({ ...rest, ids: [id], fromDay: day, untilDay: day });
    }
  }
  return stretches;
}

const byBegin = (one: TimeOff, other: TimeOff): number =>
  `${one.day} ${one.from}`.localeCompare(`${other.day} ${other.from}`);

const goesOn = (before: TimeOffStretch, next: TimeOff): boolean =>
  before.until === '24:00' &&
  next.from === '00:00' &&
  addDays(before.untilDay, 1) === next.day &&
  before.reason === next.reason &&
  before.crew === next.crew;
