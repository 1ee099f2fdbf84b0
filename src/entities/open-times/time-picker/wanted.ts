import type { RuleKind } from '@domain/time/opening-rules.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import type { bookedMonthQuery } from '../booked-slots.ts';
import type { TimesQuestion } from '../open-days.ts';

type TakenQuery = ReturnType<typeof bookedMonthQuery>;

/** What a time is wanted for, and how to learn what is taken. Keep it the same object between renders. */
export type Wanted = {
  kind: RuleKind;
  durationMinutes: number;
  /** Epoch milliseconds. */
  now: number;
  /** The start it has now, which is no other time. */
  current?: { date: LocalDate; time: LocalTime };
  /** `month` is its first day. */
  takenInMonth: (month: LocalDate) => TakenQuery;
  takenOnDay: (date: LocalDate) => TakenQuery;
  /** For when the server computes the times; null as long as the place that they depend on is missing. */
  question: TimesQuestion | null;
};
