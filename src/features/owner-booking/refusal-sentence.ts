import { BackendError } from '@/lib/backend.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';

const refusals: Readonly<Record<string, string>> = {
  administrators_only:
    'Only an administrator may do this. Please sign in again, with your second factor.',
  booking_not_found: 'There is no such booking any more.',
  booking_cancelled: 'This booking was cancelled meanwhile.',
  not_confirmed: 'This booking is not paid for yet, so it does not stand.',
  amount_too_large: 'That is more than is due. What is on top of it belongs into the tip.',
  invalid_payment: 'Please enter an amount above zero, and a tip that is part of it.',
  too_early: 'That can be noted once the appointment has come.',
  note_changed: 'Somebody else has changed this note meanwhile.',
  note_too_long: 'Please keep the note to at most 4,000 characters.',
  mail_not_found: 'This mail is not kept any more.',
  mail_outdated: 'The booking is cancelled: this mail would say that it stands.',
  mail_refused: 'This mail is switched off, or its reader asked for no more of them.',
  slot_taken: 'That time is taken. The booking stays where it is; please choose another one.',
  outside_hours: 'That is outside your opening hours.',
  invalid_time: 'Please choose a day and a time.',
  time_in_past: 'That time has passed. Please choose a later one.',
  booking_past: 'This appointment has begun, so it cannot be moved.',
  hold_lapsed: 'This booking was not paid for in time, and its time is no longer held for it.',
};

/** The code of a refusal by the database is its message; what a server function says is a sentence already. */
export function refusalSentence(error: unknown): string {
  if (error instanceof BackendError) return error.message;
  const code = error instanceof Error ? error.message : '';
  const isFromDatabase = error instanceof Error && 'code' in error && error.code !== '';
  return refusals[code] ?? failureSentence(isFromDatabase ? null : error);
}

/** Whether the database refused with this code. */
export const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof Error && error.message === code;
