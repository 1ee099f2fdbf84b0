import { localTimeAt, startMs } from '../time/local-day.ts';
import { formatTime } from '../time/time-format.ts';
import { formatArrival } from '../time/start-format.ts';
import type { LocalDate, LocalTime } from '../time/wall-time.ts';

const fiveMinutes = 5 * 60_000;

/**
 * When the crew arrives, to follow "we arrive": "around 9:10 AM" with an estimate, rounded up to five minutes, which
 * says when it is late; else the booked time; "soon" when that had passed as the crew set out.
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
  const { booking_date: date, booking_time: time } = booking;
  if (arrivesAt !== null) {
    const at = Date.parse(arrivesAt);
    const late = isLate(at, startMs(date, time), windowMinutes) ? ', later than planned' : '';
    return estimateInWords(at) + late;
  }
  return startMs(date, time) > Date.parse(leftAt)
    ? formatArrival(time, windowMinutes, 'in a sentence')
    : 'soon';
}

/** A few minutes are not worth an apology. */
const lateFrom = 10 * 60_000;

/** Whether a moment is well after what a customer was told: the start, or the end of its window. In milliseconds. */
export const isLate = (moment: number, start: number, windowMinutes: number): boolean =>
  moment >= start + windowMinutes * 60_000 + lateFrom;

/** "around 9:10 AM": an estimate, rounded up to five minutes. In milliseconds since 1970. */
export function estimateInWords(arrivesAt: number): string {
  const rounded = Math.ceil(arrivesAt / fiveMinutes) * fiveMinutes;
  return `around ${formatTime(localTimeAt(rounded))}`;
}
