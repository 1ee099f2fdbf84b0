import { minutesOfDay } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

// Written out by hand: a phone takes 50 ms to set up its own formatters.
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** "15:00" -> "3:00 PM"; an invalid time is returned unchanged. */
export function formatTime(time: LocalTime): string {
  const minutes = minutesOfDay(time);
  if (minutes === null) return time;
  const hour = Math.floor(minutes / 60);
  const minute = String(minutes % 60).padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** "2026-12-01" -> "Tuesday, December 1, 2026"; an invalid date is returned unchanged. */
export function formatDate(date: LocalDate): string {
  const day = formatDay(date);
  return day === date ? date : `${day}, ${date.slice(0, 4)}`;
}

/** "2026-12-01" -> "Tuesday, December 1"; an invalid date is returned unchanged. */
export function formatDay(date: LocalDate): string {
  // Read as UTC, so that no zone can shift it.
  const day = new Date(`${date}T00:00:00Z`);
  const weekday = weekdays[day.getUTCDay()];
  return weekday ? `${weekday}, ${months[day.getUTCMonth()]} ${day.getUTCDate()}` : date;
}

/** "2026-12-01" -> "December 2026" */
export const formatMonth = (date: LocalDate): string =>
  `${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;

/** 180 -> "3 hours", 90 -> "1 hour 30 minutes" */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [
    hours > 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : '',
    rest > 0 ? `${rest} ${rest === 1 ? 'minute' : 'minutes'}` : '',
  ];
  return parts.filter(Boolean).join(' ') || '0 minutes';
}
