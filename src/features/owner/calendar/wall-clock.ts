import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { minutesOfDay, timeAtMinute } from '@domain/time/wall-time.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: fixedTerms.timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/**
 * What the business's clock says, as "2026-12-01T15:04:05". The calendar is given wall times and no zone, so that
 * it shows the same wherever the browser is.
 */
export function wallNow(now: number): string {
  const part = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = part;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** "2026-12-01T09:00:00Z" -> what it says, whatever stands behind the minutes. */
export const wallStart = (text: string): { date: LocalDate; time: LocalTime } => ({
  date: text.slice(0, 10),
  time: text.slice(11, 16) || '00:00',
});

/** "09:00" and 90 -> "10:30"; never beyond the day. */
export function laterBy(time: LocalTime, minutes: number): LocalTime {
  const end = (minutesOfDay(time) ?? 0) + minutes;
  return end >= 24 * 60 ? '24:00' : timeAtMinute(end);
}
