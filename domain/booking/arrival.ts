import { localTimeAt, startMs } from '../time/local-day.ts';
import { formatTime } from '../time/time-format.ts';
import { formatArrival } from '../time/start-format.ts';
import type { LocalDate, LocalTime } from '../time/wall-time.ts';

const fiveMinutes = 5 * 60_000;

/**
 * When the crew arrives, to follow "we arrive": "around 9:10 AM" with an estimate, rounded up to five minutes, else the
 * booked time; "soon" when that had passed as the crew set out.
 */
export function arrivalInWords({
  booking,
  leftAt,
  arrivesAt,
  windowMinutes,
}: {
  booking: { booking_date: LocalDate; booking_time: LocalTime };
  leftAt: string;
  arrivesAt: string | null;
  windowMinutes: number;
}): string {
  if (arrivesAt !== null) return estimateInWords(Date.parse(arrivesAt));
  const { booking_date: date, booking_time: time } = booking;
  return startMs(date, time) > Date.parse(leftAt)
    ? formatArrival(time, windowMinutes, 'in a sentence')
    : 'soon';
}

/** "around 9:10 AM": an estimate, rounded up to five minutes. In milliseconds since 1970. */
export function estimateInWords(arrivesAt: number): string {
  const rounded = Math.ceil(arrivesAt / fiveMinutes) * fiveMinutes;
  return `around ${formatTime(localTimeAt(rounded))}`;
}
