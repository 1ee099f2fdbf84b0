import { startsAt } from '@domain/time/schedule.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { Start } from './api/move-booking.ts';

/** Why a booking was not moved, and what that means for what was chosen. */
export type MoveRefusal = {
  sentence: string;
  /** `time`: another one has to be chosen; `booking`: it can no longer be moved; `none`: try again. */
  affects: 'time' | 'booking' | 'none';
};

const timeInPast: MoveRefusal = {
  sentence: 'That time has just passed. Please choose a later one.',
  affects: 'time',
};

const refusals: Record<string, MoveRefusal> = {
  time_not_offered: {
    sentence: 'We cannot begin at that time. Please choose one of these.',
    affects: 'time',
  },
  time_in_past: timeInPast,
  date_too_far: {
    sentence: 'That day is too far ahead. Please choose an earlier one.',
    affects: 'time',
  },
  booking_cancelled: {
    sentence: 'This booking was cancelled meanwhile.',
    affects: 'booking',
  },
  booking_past: {
    sentence: 'This appointment has begun meanwhile.',
    affects: 'booking',
  },
  hold_lapsed: {
    sentence: 'This booking was not paid for in time, and its time is no longer held for it.',
    affects: 'none',
  },
  too_many_moves: {
    sentence:
      'You have moved appointments several times today. Please try again tomorrow, or call us to move this one.',
    affects: 'none',
  },
  booking_not_found: {
    sentence: 'We could not find this booking among yours. Please log in again.',
    affects: 'booking',
  },
};

/** The code of a refusal by the database is its message. */
export function readRefusal(error: unknown, wanted: Start): MoveRefusal {
  const code = error instanceof Error ? error.message : '';
  if (code === 'slot_taken') return takenMeanwhile(wanted);
  return refusals[code] ?? { sentence: sentenceFor(error), affects: 'none' };
}

/**
 * Why what was chosen is not among the fresh times: it has begun, or it is gone, because somebody else has it,
 * it was taken off or the hours have changed.
 */
export function goneMeanwhile(start: Start, now: number): MoveRefusal {
  const hasPassed = Date.parse(startsAt(start.date, start.time)) < now;
  if (hasPassed) return timeInPast;
  return stays(`${formatTime(start.time)} on ${formatDay(start.date)} is no longer open.`);
}

const takenMeanwhile = ({ date, time }: Start): MoveRefusal =>
  stays(`Somebody else has just taken ${formatTime(time)} on ${formatDay(date)}.`);

const stays = (why: string): MoveRefusal => ({
  sentence: `${why} Your booking stays where it was; please choose another time.`,
  affects: 'time',
});

/** What a database says of itself is no sentence for a customer. */
function sentenceFor(error: unknown): string {
  const isFromDatabase = error instanceof Error && 'code' in error && error.code !== '';
  return failureSentence(isFromDatabase ? null : error);
}
