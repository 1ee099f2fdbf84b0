import { firstCrew } from '../time/free-crew.ts';
import type { TakenTime } from '../time/free-crew.ts';
import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';
import type { OpeningRules } from '../time/opening-rules.ts';
import { checkEmail, checkName, checkPhone } from '../contact/field-checks.ts';
import { gather } from '../contact/form-checks.ts';
import type { FormResult } from '../contact/form-checks.ts';
import { availableTimes } from '../time/schedule.ts';
import type { LocalDate, LocalTime } from '../time/wall-time.ts';

/** How long an available time is held for the customer it was offered to. */
export const waitingHoldMinutes = 30;

/** An entry on the waiting list of a day. */
export type Waiting = {
  id: string;
  date: LocalDate;
  serviceId: string;
  durationMinutes: number;
  /** Times of that day that were offered to the customer before: not offered again. */
  offered: readonly LocalTime[];
};

/** A time that is taken for one service, or for all of them. */
export type TakenForService = TakenTime & { serviceId?: string | undefined };

export type FreedTime = { id: string; time: LocalTime };

/**
 * Matches available times to customers. Each entry of `waiting`, in order of arrival, gets the first time that fits
 * and can still be booked when the offer expires. An entry without a fitting time is skipped.
 */
export function matchFreedTimes(request: {
  waiting: readonly Waiting[];
  rules: OpeningRules;
  taken: readonly TakenForService[];
  now: Moment;
}): FreedTime[] {
  const { rules } = request;
  const allTaken = [...request.taken];
  const matches: FreedTime[] = [];
  for (const { id, date, serviceId, durationMinutes, offered } of request.waiting) {
    const taken = allTaken.filter((one) => (one.serviceId ?? serviceId) === serviceId);
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
    allTaken.push({ ...stretch, crew: firstCrew(stretch, taken, rules), isTimeOff: false });
  }
  return matches;
}

/** The waiting-list form as typed. */
export type WaitingInput = { name: string; email: string; phone: string };

export function validateWaiting(input: WaitingInput): FormResult<WaitingInput, keyof WaitingInput> {
  return gather({
    name: checkName(input.name, 'your full name'),
    email: checkEmail(input.email),
    phone: checkPhone(input.phone),
  });
}
