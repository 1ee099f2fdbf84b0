import { formatTime } from '@domain/time/time-format.ts';
import type { LocalTime } from '@domain/time/schedule.ts';

type Hours = { isOpen: boolean; starts: readonly LocalTime[] | null; endsBy: LocalTime | null };

/** "9:00 AM, 12:00 PM, done by 6:00 PM", or "Closed". What is null is as on the weekday. */
export function hoursInWords({ isOpen, starts, endsBy }: Hours): string {
  if (!isOpen) return 'Closed';
  const begin = starts
    ? [...starts].sort().map(formatTime).join(', ') || 'No starts yet'
    : 'Open as usual';
  return endsBy ? `${begin}, done by ${formatTime(endsBy)}` : begin;
}
