import type { LocalTime } from '@domain/time/wall-time.ts';
import type { CalendarRange } from '@contracts/calendar.ts';
import { shownHours } from './calendar-events.ts';

/**
 * The time that a calendar opens at: now, if today is shown and now is within its hours, else the first visit. Null for
 * the beginning. `now` is the wall time of the business.
 */
export function firstShown(range: CalendarRange, now: string): LocalTime | null {
  const [today, time] = [now.slice(0, 10), now.slice(11, 16)];
  const { from, until } = shownHours(range);
  if (range.days.some(({ day }) => day === today) && from <= time && time < until) return time;
  return range.bookings.map((booking) => booking.booking_time.slice(0, 5)).sort()[0] ?? null;
}
