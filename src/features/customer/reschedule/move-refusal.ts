import { startsAt } from '@domain/time/schedule.ts';
import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { refusals } from '@/lib/refusals.ts';
import type { Start } from './api/move-booking.ts';
import { toldTime } from '@/lib/told-times.ts';

/** Why a booking was not moved, and what that means for what was chosen. */
export type MoveRefusal = {
  sentence: string;
  /** `time`: another one has to be chosen; `booking`: it can no longer be moved; `none`: try again. */
  affects: 'time' | 'booking' | 'none';
};

const affected: Readonly<Record<string, MoveRefusal['affects']>> = {
  time_not_offered: 'time',
  time_in_past: 'time',
  date_too_far: 'time',
  booking_cancelled: 'booking',
  booking_past: 'booking',
  booking_not_found: 'booking',
};

/** The code of a refusal by the database is its message. */
export function readRefusal(error: unknown, wanted: Start): MoveRefusal {
  const code = error instanceof Error ? error.message : '';
  if (code === 'slot_taken') return unavailable(wanted);
  const sentence = failureSentence(error, {
    booking_not_found: 'We could not find this booking among yours. Please sign in again.',
  });
  return { sentence, affects: affected[code] ?? 'none' };
}

/**
 * Why what was chosen is not among the fresh times: it has begun, or it is gone, because somebody else has it,
 * it was taken off or the hours have changed.
 */
export function goneMeanwhile(start: Start, now: number): MoveRefusal {
  const hasPassed = Date.parse(startsAt(start.date, start.time)) < now;
  return hasPassed ? { sentence: refusals.time_in_past, affects: 'time' } : unavailable(start);
}

const unavailable = ({ date, time }: Start): MoveRefusal => ({
  sentence:
    `${toldTime(time)} on ${formatDay(date)} is no longer available. Your booking keeps its time. ` +
    'Please choose another one.',
  affects: 'time',
});
