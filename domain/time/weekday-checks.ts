import { defaultOpeningRules } from './opening-rules.ts';
import type { WeekdayHours } from './opening-rules.ts';
import { minutesOfDay } from './wall-time.ts';
import type { LocalTime } from './wall-time.ts';

/** The possible intervals between starts of moved bookings, in minutes. */
export const moveSteps = [15, 30, 60, 90, 120, 180] as const;

const mostStarts = 48;

/** Problems with the hours of a weekday: sentences by "hours.<weekday>.<field>". A closed day has none. */
export function checkWeekday(hours: WeekdayHours): Record<string, string> {
  const place = (field: string) => `hours.${hours.weekday}.${field}`;
  if (!hours.isOpen) return {};
  const problems: Record<string, string> = {};
  const starts = startsProblem(hours.starts, hours.endsBy);
  if (starts) problems[place(starts.field)] = starts.sentence;
  const moves = moveProblem(hours);
  if (moves) problems[place(moves.field)] = moves.sentence;
  return problems;
}

/** A closed day keeps its hours for when it opens again, if they are valid. */
export function withHours(hours: WeekdayHours): WeekdayHours {
  const isFine = hours.isOpen || !(startsProblem(hours.starts, hours.endsBy) ?? moveProblem(hours));
  const usual = defaultOpeningRules.hours.find(({ weekday }) => weekday === hours.weekday);
  return isFine || !usual ? hours : { ...usual, isOpen: false };
}

type Problem = { field: string; sentence: string } | null;

/** The problem with the starts of a day and its closing time. */
export function startsProblem(starts: readonly LocalTime[], endsBy: LocalTime): Problem {
  const end = minutesOfDay(endsBy);
  if (end === null)
    return { field: 'endsBy', sentence: 'Please enter when the work must be finished.' };
  if (starts.length === 0) {
    return { field: 'starts', sentence: 'Please add a start, or close the day.' };
  }
  if (starts.length > mostStarts) {
    return { field: 'starts', sentence: `You can have up to ${mostStarts} starts a day.` };
  }
  const isLate = starts.some((start) => (minutesOfDay(start) ?? Infinity) >= end);
  return isLate ? { field: 'endsBy', sentence: 'The day must end after its last start.' } : null;
}

function moveProblem({ moveFrom, moveUntil, moveEndsBy, moveEveryMinutes }: WeekdayHours): Problem {
  const [from, until, end] = [moveFrom, moveUntil, moveEndsBy].map(minutesOfDay);
  if (from == null) return { field: 'moveFrom', sentence: 'Please enter the first start.' };
  if (until == null) return { field: 'moveUntil', sentence: 'Please enter the last start.' };
  if (end == null) {
    return { field: 'moveEndsBy', sentence: 'Please enter when the work must be finished.' };
  }
  if (until < from) return { field: 'moveUntil', sentence: 'The last start is before the first.' };
  if (end <= until) {
    return { field: 'moveEndsBy', sentence: 'The day must end after its last start.' };
  }
  return moveEveryMinutes >= 5 && moveEveryMinutes <= 720
    ? null
    : {
        field: 'moveEveryMinutes',
        sentence: 'Please choose how far apart the starts for moved bookings are.',
      };
}
