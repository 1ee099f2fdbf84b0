import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { weekdayName } from '@domain/time/opening-rules.ts';
import type { BrokenRule } from '@contracts/time-page.ts';

/** Why a booking does not fit, after "It is …". */
export const brokenRuleLabels: Readonly<Record<BrokenRule, string>> = {
  closed_day: 'On a closed day',
  outside_hours: 'Outside your hours',
  too_close: 'Too close to another visit',
  too_many_at_once: 'More visits than crews',
  in_time_off: 'In blocked time',
  outside_area: 'Outside your area',
};

/** What to tell the owner about a failed change: which place it is about, and what is wrong there. */
export function changeFailure(error: unknown): string {
  const sentence = failureSentence(error);
  const { details } = (error ?? {}) as { details?: string };
  const place = placeName(details ?? '');
  return place ? `${place}: ${sentence}` : sentence;
}

/** "1" -> "Monday", "2026-12-25" -> "Friday, December 25" */
function placeName(detail: string): string {
  if (/^[1-7]$/.test(detail)) return weekdayName(Number(detail));
  if (/^\d{4}-\d{2}-\d{2}$/.test(detail)) return formatDay(detail);
  return /^[A-Z\d]{1,20}$/.test(detail) ? detail : '';
}
