import { cleanLine } from '@domain/contact/typed-text.ts';
import { exceptionProblem, type LabelledException } from '@domain/time/exception-checks.ts';
import type { FormResult } from '@domain/contact/form-checks.ts';
import type { WeekdayHours } from '@domain/time/opening-rules.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { weekdayOf } from '@domain/time/opening-rules.ts';

/** The form of a special day, as typed. */
export type SpecialDayInput = {
  day: string;
  kind: 'closed' | 'open';
  starts: LocalTime[];
  endsBy: string;
  label: string;
};

export const inputOf = (one: LabelledException | null): SpecialDayInput => ({
  day: one?.day ?? '',
  kind: one?.isOpen ? 'open' : 'closed',
  starts: [...(one?.starts ?? [])],
  endsBy: one?.endsBy ?? '',
  label: one?.label ?? '',
});

type Around = { hours: readonly WeekdayHours[]; taken: readonly LocalDate[]; today: LocalDate };

/** The special day, or sentences at its fields. What is left empty is as on the weekday. */
export function validateSpecialDay(
  input: SpecialDayInput,
  { hours, taken, today }: Around,
): FormResult<LabelledException, keyof SpecialDayInput> {
  if (!input.day) return { ok: false, fields: { day: 'Please choose a day.' } };
  if (taken.includes(input.day)) {
    return { ok: false, fields: { day: 'This day is already in the list. Edit it there.' } };
  }
  const isOpen = input.kind === 'open';
  const value: LabelledException = {
    day: input.day,
    isOpen,
    starts: isOpen && input.starts.length > 0 ? [...input.starts].sort() : null,
    endsBy: isOpen && input.endsBy ? input.endsBy : null,
    label: cleanLine(input.label),
  };
  const problem = exceptionProblem(value, hours, today);
  if (!problem) return { ok: true, value };
  return { ok: false, fields: { [placeOf(problem, value)]: problem } };
}

function placeOf(problem: string, { isOpen, starts }: LabelledException): keyof SpecialDayInput {
  if (problem.startsWith('This day')) return 'day';
  if (!isOpen || problem.includes('name')) return 'label';
  return starts ? 'endsBy' : 'starts';
}

/** What the weekday has, for a hint; null before a day was chosen. */
export const usualHours = (day: string, hours: readonly WeekdayHours[]): WeekdayHours | null =>
  (day && hours.find(({ weekday }) => weekday === weekdayOf(day))) || null;
