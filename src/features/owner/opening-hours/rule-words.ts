import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { timeOffRefusals } from '@/entities/time-off/time-off.ts';
import { weekdayName } from '@domain/time/weekday-checks.ts';
import type { BrokenRule } from './api/get-time-page.ts';

/** Why a booking does not fit, after "It is …". */
export const brokenRuleLabels: Readonly<Record<BrokenRule, string>> = {
  closed_day: 'On a closed day',
  outside_hours: 'Outside your hours',
  too_close: 'Too close to another',
  too_many_at_once: 'More at once than crews',
  in_time_off: 'Inside time off',
  outside_area: 'Outside your area',
};

export const changedMeanwhile =
  'Somebody else has changed the times since you opened this page. What you changed is kept here.';

const sentences: Readonly<Record<string, string>> = {
  rules_changed: changedMeanwhile,
  no_starts: 'An open day needs at least one start.',
  starts_after_end: 'A day must end after its last start.',
  move_hours_invalid: 'The times for moved bookings must end after their last start.',
  move_step_invalid: 'Please choose how often a moved booking may begin.',
  exception_in_past: 'A special day is over already. Please remove it.',
  exception_too_far: 'A special day is more than three years ahead.',
  exception_twice: 'A day is in the list of special days twice.',
  too_many_exceptions: 'Please keep to at most 400 special days.',
  notice_out_of_range: 'The notice must be two weeks at most.',
  window_out_of_range: 'New bookings can go up to 365 days ahead, and moved ones up to 730.',
  buffer_out_of_range: 'The time between bookings must be four hours at most.',
  crews_out_of_range: 'There can be 1 to 20 crews.',
  prefix_invalid: 'A postal area is not the begin of a Canadian postal code.',
  too_many_prefixes: 'Please keep to at most 600 postal areas.',
  rules_invalid: 'Something in these times could not be read. Please look through them.',
  ...timeOffRefusals,
  administrators_only: 'Only an administrator may change this. Please sign in again.',
};

/** What to tell the owner about a failed change: which place it is about, and what is wrong there. */
export function changeFailure(error: unknown): string {
  const { message = '', details } = (error ?? {}) as { message?: string; details?: string };
  const sentence = sentences[message];
  if (!sentence) return failureSentence(error);
  const place = placeName(details ?? '');
  return place ? `${place}: ${sentence}` : sentence;
}

export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof Error && error.message === 'rules_changed';

/** "1" -> "Monday", "2026-12-25" -> "Friday, December 25" */
function placeName(detail: string): string {
  if (/^[1-7]$/.test(detail)) return weekdayName(Number(detail));
  if (/^\d{4}-\d{2}-\d{2}$/.test(detail)) return formatDay(detail);
  return /^[A-Z\d]{1,20}$/.test(detail) ? detail : '';
}
