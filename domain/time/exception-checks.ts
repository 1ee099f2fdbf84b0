import { addDays } from './local-day.ts';
import { weekdayOf } from './opening-rules.ts';
import type { DayException, WeekdayHours } from './opening-rules.ts';
import type { LocalDate } from './wall-time.ts';
import { startsProblem } from './weekday-checks.ts';

/** An exception day with the owner's label. */
export type LabelledException = DayException & { label: string };

const mostExceptions = 400;
const longestLabel = 80;
/** Three years: a later day is more likely a mistyped year. */
const mostDaysAhead = 1096;

/** Problems of special days: sentences by "exceptions.<day>", or by "exceptions" for all of them. */
export function checkExceptions(
  exceptions: readonly LabelledException[],
  hours: readonly WeekdayHours[],
  today: LocalDate,
): Record<string, string> {
  if (exceptions.length > mostExceptions) {
    return { exceptions: `You can have up to ${mostExceptions} special days. Please remove some.` };
  }
  const problems: Record<string, string> = {};
  for (const one of exceptions) {
    const sentence = exceptionProblem(one, hours, today);
    if (sentence) problems[`exceptions.${one.day}`] = sentence;
  }
  return problems;
}

/** The problem of a special day as a sentence; null if it is valid. */
export function exceptionProblem(
  one: LabelledException,
  hours: readonly WeekdayHours[],
  today: LocalDate,
): string | null {
  if (one.day < today) return 'This day is in the past.';
  if (one.day > addDays(today, mostDaysAhead)) return 'This day is more than three years ahead.';
  if (one.label.trim().length > longestLabel) {
    return `The name can have up to ${longestLabel} characters.`;
  }
  if (!one.isOpen) return null;
  const usual = hours.find(({ weekday }) => weekday === weekdayOf(one.day));
  const problem = startsProblem(
    one.starts ?? usual?.starts ?? [],
    one.endsBy ?? usual?.endsBy ?? '',
  );
  return problem?.sentence ?? null;
}
