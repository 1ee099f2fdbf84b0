import { business } from '../business.ts';
import { epochMs } from './moment.ts';
import type { Moment } from './moment.ts';
import { minutesOfDay } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

const dayMs = 24 * 60 * 60_000;

// Prints "2026-12-01 09:00:00".
const zoneClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: business.timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The local day at that moment. */
export function localToday(now: Moment): LocalDate {
  return zoneClock.format(epochMs(now)).slice(0, 10);
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
  const local = utcMs(date) + minutes * 60_000;
  // The clocks change at most once in these two days, so the zone's offset is that of the day before or of the day
  // after. Both fit on most days. The later instant is the one wanted when both fit, and when neither does.
  const [earlier, later] = [local - offsetMs(local - dayMs), local - offsetMs(local + dayMs)];
  if (earlier === later) return earlier;
  const fitting = [earlier, later].filter((instant) => instant + offsetMs(instant) === local);
  return Math.max(...(fitting.length > 0 ? fitting : [earlier, later]));
}

export function isLocalDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  // Some engines roll an invalid day over into the next month.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** How far the business's clocks are ahead of UTC at that instant. */
function offsetMs(instant: number): number {
  const wholeSecond = Math.floor(instant / 1000) * 1000;
  return Date.parse(`${zoneClock.format(wholeSecond).replace(' ', 'T')}Z`) - wholeSecond;
}

/** A local date read as if it were UTC, where no clocks change. */
function utcMs(date: LocalDate): number {
  if (!isLocalDate(date)) throw new RangeError(`Invalid date ${date}`);
  return Date.parse(date);
}

const dayOf = (utc: number): LocalDate => new Date(utc).toISOString().slice(0, 10);
