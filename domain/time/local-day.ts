import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import { create, toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime';
import { fixedTerms } from '../business/fixed-terms.ts';
import { epochMs } from './moment.ts';
import type { Moment } from './moment.ts';
import { minutesOfDay, timeAtMinute } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

const dayMs = 24 * 60 * 60_000;

/** The local day at that moment. */
export function localToday(now: Moment): LocalDate {
  const { year, month, day } = toZonedDateTimeISO(
    fromEpochMilliseconds(epochMs(now)),
    fixedTerms.timeZone,
  );
  return dayOf(Date.UTC(year, month - 1, day));
}

/** The local time at that moment, "15:00". */
export function localTimeAt(moment: Moment): LocalTime {
  const { hour, minute } = toZonedDateTimeISO(
    fromEpochMilliseconds(epochMs(moment)),
    fixedTerms.timeZone,
  );
  return timeAtMinute(hour * 60 + minute);
}

/** The instant of a local date and time, as ISO with Z. Throws RangeError if either is invalid. */
export function startsAt(date: LocalDate, time: LocalTime): string {
  return new Date(startMs(date, time)).toISOString().replace('.000Z', 'Z');
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dayOf(utcMs(date) + days * dayMs);
}

/** "2026-12-15" -> the first and last day of its month. */
export function monthOf(date: LocalDate): { from: LocalDate; to: LocalDate } {
  const first = new Date(utcMs(date));
  const last = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0);
  return { from: dayOf(first.setUTCDate(1)), to: dayOf(last) };
}

/**
 * Milliseconds since 1970. Like in PostgreSQL, a local time skipped in spring means the time an hour later, and a time
 * repeated in autumn means the second one.
 */
export function startMs(date: LocalDate, time: LocalTime): number {
  const minutes = minutesOfDay(time);
  if (minutes === null) throw new RangeError(`Invalid time ${time}`);
  const day = new Date(utcMs(date) + minutes * 60_000);
  const local = create(
    day.getUTCFullYear(),
    day.getUTCMonth() + 1,
    day.getUTCDate(),
    day.getUTCHours(),
    day.getUTCMinutes(),
  );
  return toZonedDateTime(local, fixedTerms.timeZone, { disambiguation: 'later' }).epochMilliseconds;
}

/** The latest moment until `now` when it was that local time, in milliseconds since 1970. */
export function latestMs(time: LocalTime, now: Moment): number {
  const today = localToday(now);
  const at = startMs(today, time);
  return at <= epochMs(now) ? at : startMs(addDays(today, -1), time);
}

export function isLocalDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  // Some engines roll an invalid day over into the next month.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** A local date read as if it were UTC, where no clocks change. */
function utcMs(date: LocalDate): number {
  if (!isLocalDate(date)) throw new RangeError(`Invalid date ${date}`);
  return Date.parse(date);
}

const dayOf = (utc: number): LocalDate => new Date(utc).toISOString().slice(0, 10);
