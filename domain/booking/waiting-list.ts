import type { TakenTime } from '../time/free-crew.ts';
import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';
import { firstCrew } from './rain-plan.ts';
import type { OpeningRules } from '../time/opening-rules.ts';
import { checkEmail, checkLine, checkPhone } from '../contact/field-checks.ts';
import { gather } from '../contact/form-checks.ts';
import type { FormResult } from '../contact/form-checks.ts';
import { availableTimes } from '../time/schedule.ts';
import type { LocalDate, LocalTime } from '../time/wall-time.ts';

/** How long a freed time is held for whoever it was offered to. */
export const waitingHoldMinutes = 30;

/** Somebody who waits for a day. */
export type Waiting = {
  id: string;
  date: LocalDate;
  durationMinutes: number;
  /** Times of that day they let go by: not asked about again. */
  offered: readonly LocalTime[];
};

export type FreedTime = { id: string; time: LocalTime };

/**
 * Which free time is offered to whom: `waiting` in the order they came, each the first that fits and can
 * still be booked when the half hour is over. Whom nothing fits keeps waiting, and the next is looked at.
 */
export function matchFreedTimes(request: {
  waiting: readonly Waiting[];
  rules: OpeningRules;
  taken: readonly TakenTime[];
  now: Moment;
}): FreedTime[] {
  const { rules } = request;
  const taken = [...request.taken];
  const matches: FreedTime[] = [];
  for (const { id, date, durationMinutes, offered } of request.waiting) {
    const time = availableTimes({
      rules,
      kind: 'booking',
      date,
      durationMinutes,
      taken,
      now: epochMs(request.now) + waitingHoldMinutes * 60_000,
    }).find((start) => !offered.includes(start));
    if (!time) continue;
    matches.push({ id, time });
    const stretch = { date, time, durationMinutes };
    taken.push({ ...stretch, crew: firstCrew(stretch, taken, rules), isTimeOff: false });
  }
  return matches;
}

/** The form of the waiting list, as typed. */
export type WaitingInput = { name: string; email: string; phone: string };

export function validateWaiting(input: WaitingInput): FormResult<WaitingInput, keyof WaitingInput> {
  return gather({
    name: checkLine(input.name, 'your full name', 100),
    email: checkEmail(input.email),
    phone: checkPhone(input.phone),
  });
}
