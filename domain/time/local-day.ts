import { Temporal } from 'temporal-polyfill';
import { business } from '../business.ts';
import { epochMs } from './moment.ts';
import type { Moment } from './moment.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

/** The local day at that moment. */
export function localToday(now: Moment): LocalDate {
  return zoned(now).toPlainDate().toString();
}

/** The instant of a local date and time, as ISO with Z. Throws RangeError if either is invalid. */
export function startsAt(date: LocalDate, time: LocalTime): string {
  return new Date(startMs(date, time)).toISOString().replace('.000Z', 'Z');
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** "2026-12-15" -> the first and last day of its month. */
export function monthOf(date: LocalDate): { from: LocalDate; to: LocalDate } {
  const day = Temporal.PlainDate.from(date);
  return {
    from: day.with({ day: 1 }).toString(),
    to: day.with({ day: day.daysInMonth }).toString(),
  };
}

/**
 * Milliseconds since 1970. Like in PostgreSQL, a local time skipped in spring means the time an hour later, and a time
 * repeated in autumn means the second one.
 */
export function startMs(date: LocalDate, time: LocalTime): number {
  return Temporal.PlainDate.from(date)
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(business.timeZone, { disambiguation: 'later' }).epochMilliseconds;
}

export function isLocalDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  // Some engines roll an invalid day over into the next month.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function zoned(moment: Moment): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs(moment)).toZonedDateTimeISO(
    business.timeZone,
  );
}
