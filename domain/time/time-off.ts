import { cleanLine } from '../contact/typed-text.ts';
import { bad, good } from '../contact/field-checks.ts';
import type { FieldResult } from '../contact/field-checks.ts';
import { gather } from '../contact/form-checks.ts';
import type { FormResult } from '../contact/form-checks.ts';
import { addDays, isLocalDate } from './local-day.ts';
import { minutesOfDay } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

/** Blocked time as typed. With whole days the times are ignored; an empty crew means all crews. */
export type TimeOffInput = {
  fromDay: string;
  untilDay: string;
  isWholeDays: boolean;
  fromTime: string;
  untilTime: string;
  reason: string;
  crew: string;
};

/** Null times mean the whole day; a null crew means all crews. */
export type WantedTimeOff = {
  fromDay: LocalDate;
  untilDay: LocalDate;
  fromTime: LocalTime | null;
  untilTime: LocalTime | null;
  reason: string;
  crew: number | null;
};

/** The reason that the database stores for blocked time without one. */
export const noReason = 'Time off';

const longestReason = 200;

/** Validates blocked time from `today` on, for at most a year. The last day defaults to the first. */
export function validateTimeOff(
  input: TimeOffInput,
  today: LocalDate,
): FormResult<WantedTimeOff, Extract<keyof WantedTimeOff, string>> {
  const fromDay = input.fromDay;
  const untilDay = input.untilDay || fromDay;
  const reason = cleanLine(input.reason);
  return gather<WantedTimeOff>({
    fromDay: isLocalDate(fromDay) ? good(fromDay) : bad('Please choose the first day.'),
    untilDay: checkLastDay(fromDay, untilDay, today),
    fromTime: input.isWholeDays ? good(null) : checkTime(input.fromTime, 'a start time'),
    untilTime: input.isWholeDays ? good(null) : checkEnd(input, fromDay === untilDay),
    reason:
      reason.length > longestReason
        ? bad(`The reason can have up to ${longestReason} characters.`)
        : good(reason),
    crew: good(input.crew === '' ? null : Number(input.crew)),
  });
}

function checkLastDay(fromDay: string, untilDay: string, today: LocalDate): FieldResult<LocalDate> {
  // The first day has its own problem.
  if (!isLocalDate(fromDay)) return good(untilDay);
  if (!isLocalDate(untilDay)) return bad('Please choose the last day.');
  if (untilDay < fromDay) return bad('The last day is before the first.');
  if (untilDay < today) return bad('These days are in the past.');
  return untilDay > addDays(fromDay, 366) ? bad('Please block a year at most.') : good(untilDay);
}

function checkEnd(
  { fromTime, untilTime }: TimeOffInput,
  isOneDay: boolean,
): FieldResult<LocalTime> {
  const end = checkTime(untilTime, 'an end time');
  return end.ok && isOneDay && untilTime <= fromTime ? bad('It must end after it starts.') : end;
}

function checkTime(text: string, what: string): FieldResult<LocalTime> {
  return minutesOfDay(text) === null ? bad(`Please enter ${what}.`) : good(text);
}
