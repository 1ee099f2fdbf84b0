import { failureSentence } from '@/lib/failure-sentence.ts';

const refusals: Readonly<Record<string, string>> = {
  slot_taken: 'That time is taken. The booking stays where it is; please choose another one.',
  outside_hours: 'That is outside your opening hours.',
  time_in_past: 'That time has passed. Please choose a later one.',
  date_too_far: 'That is more than two years ahead.',
  time_not_offered: 'There is no such time on that day. Please choose another one.',
  invalid_time: 'Please choose a day and a time.',
  booking_past: 'This appointment has begun or is done, so it cannot be moved.',
  booking_cancelled: 'This booking was cancelled meanwhile.',
  booking_not_found: 'There is no such booking any more.',
  not_confirmed: 'This booking is not paid for yet, so it cannot be moved.',
  hold_lapsed: 'The time of this booking is no longer held for it.',
  invalid_time_off: 'Time off must end after it begins, not be over, and last a year at most.',
  unknown_crew: 'There is no such crew any more. Please load the page again.',
  time_off_not_found: 'This time off has ended already.',
  administrators_only:
    'Only an administrator may do this. Please sign in again, with your second factor.',
};

/** The code of a refusal by the database is its message. */
export function refusalSentence(error: unknown): string {
  return (error instanceof Error && refusals[error.message]) || failureSentence(error);
}

export const isOutsideHours = (error: unknown): boolean =>
  error instanceof Error && error.message === 'outside_hours';
