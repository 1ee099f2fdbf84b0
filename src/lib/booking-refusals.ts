import { BackendError } from './backend.ts';
import { failureSentence } from './failure-sentence.ts';

/** Why a booking could not be moved, whichever screen asked for it. */
export const moveRefusals: Readonly<Record<string, string>> = {
  administrators_only:
    'Only an administrator may do this. Please sign in again, with your second factor.',
  booking_not_found: 'There is no such booking any more.',
  booking_cancelled: 'This booking was cancelled meanwhile.',
  booking_past: 'This appointment has begun or is done, so it cannot be moved.',
  not_confirmed: 'This booking is not paid for yet, so it does not stand.',
  hold_lapsed: 'This booking was not paid for in time, and its time is no longer held for it.',
  slot_taken: 'That time is taken. The booking stays where it is; please choose another one.',
  outside_hours: 'That is outside your opening hours.',
  invalid_time: 'Please choose a day and a time.',
  time_in_past: 'That time has passed. Please choose a later one.',
  time_not_offered: 'There is no such time on that day. Please choose another one.',
  date_too_far: 'That is more than two years ahead. Please choose an earlier day.',
};

/** The code of a refusal by the database is its message; what a server function says is a sentence already. */
export function sentenceOfRefusal(
  refusals: Readonly<Record<string, string>>,
  error: unknown,
): string {
  if (error instanceof BackendError) return error.message;
  const code = error instanceof Error ? error.message : '';
  const isFromDatabase = error instanceof Error && 'code' in error && error.code !== '';
  return refusals[code] ?? failureSentence(isFromDatabase ? null : error);
}

/** Whether the database refused with this code. */
export const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof Error && error.message === code;
