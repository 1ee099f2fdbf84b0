import { formatDate, formatTime } from './time-format.ts';
import { minutesOfDay, timeAtMinute, type LocalDate, type LocalTime } from './wall-time.ts';

/**
 * A start as customers are told it: "9:00–9:30 AM" with an arrival window of 30 minutes, "9:00 AM" without. With `is`
 * "in a sentence", "between 9:00 and 9:30 AM" and "at 9:00 AM".
 */
export function formatArrival(
  time: LocalTime,
  windowMinutes: number,
  is: 'alone' | 'in a sentence' = 'alone',
): string {
  const from = formatTime(time);
  const minutes = minutesOfDay(time);
  const isInSentence = is === 'in a sentence';
  if (minutes === null || windowMinutes === 0) return isInSentence ? `at ${from}` : from;
  const until = formatTime(timeAtMinute((minutes + windowMinutes) % (24 * 60)));
  // Half of the day said once.
  const short = from.slice(-2) === until.slice(-2) ? from.slice(0, -3) : from;
  return isInSentence ? `between ${short} and ${until}` : `${short}–${until}`;
}

/** "12:00 PM", when a visit that begins at the end of the arrival window is over; null if that is the next day. */
export function formatEnd(
  time: LocalTime,
  durationMinutes: number,
  windowMinutes: number,
): string | null {
  const end = (minutesOfDay(time) ?? 24 * 60) + windowMinutes + durationMinutes;
  return end < 24 * 60 ? formatTime(timeAtMinute(end)) : null;
}

type Start = { date: LocalDate; time: LocalTime };

/** "Tuesday, December 1, 2026 at 3:00 PM"; to a customer with the arrival window. */
export const formatStart = ({ date, time }: Start, windowMinutes = 0): string =>
  `${formatDate(date)} ${formatArrival(time, windowMinutes, 'in a sentence')}`;

/** The same for a booking. */
export const formatStartOf = (
  booking: { booking_date: LocalDate; booking_time: LocalTime },
  windowMinutes = 0,
): string => formatStart({ date: booking.booking_date, time: booking.booking_time }, windowMinutes);
