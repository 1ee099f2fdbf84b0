import { formatCents } from '@domain/money/money.ts';
import type { WhyNone } from '@domain/time/open-days.ts';
import { dayRule, type OpeningRules } from '@domain/time/opening-rules.ts';
import {
  availableTimes,
  bookableDays,
  type LocalDate,
  type LocalTime,
  type TakenTime,
} from '@domain/time/schedule.ts';
import type { AnsweredDay } from '../open-days.ts';
import type { Wanted } from './wanted.ts';

/** What is known of some days: the rules, and what is taken or which times the server says are open. */
export type Known = { rules: OpeningRules } & (
  | { taken: readonly TakenTime[] }
  | { days: readonly AnsweredDay[]; nearbyDiscountCents: number }
);

type Start = { date: LocalDate; time: LocalTime };
type Period = { from: LocalDate; to: LocalDate };

/** The open times of a day, with the one that is to be moved. */
export function timesOn(date: LocalDate, wanted: Wanted, known: Known): readonly LocalTime[] {
  if ('days' in known) return dayOf(date, known.days)?.times ?? [];
  const { kind, durationMinutes, now } = wanted;
  return availableTimes({
    rules: known.rules,
    kind,
    date,
    durationMinutes,
    taken: known.taken,
    now,
  });
}

/** The days of a period that have open times. */
export function openDays(wanted: Wanted, known: Known, { from, to }: Period): LocalDate[] {
  if ('days' in known) {
    return known.days
      .filter(({ date, times }) => from <= date && date <= to && times.length > 0)
      .map(({ date }) => date);
  }
  const { kind, durationMinutes, now } = wanted;
  return bookableDays({
    rules: known.rules,
    kind,
    durationMinutes,
    now,
    from,
    to,
    taken: known.taken,
  });
}

/** The days of a period that could be booked, had other customers not taken them. */
export function fullDays(wanted: Wanted, known: Known, { from, to }: Period): LocalDate[] {
  if ('days' in known) {
    return known.days
      .filter(({ date, none }) => from <= date && date <= to && none === 'full')
      .map(({ date }) => date);
  }
  const free = new Set(openDays(wanted, known, { from, to }));
  return openDays(wanted, { rules: known.rules, taken: [] }, { from, to }).filter(
    (date) => !free.has(date) && whyNone(date, wanted, known) === 'full',
  );
}

/** Whether no other customer has taken the times of these days: they have passed, or the rules have none. */
export function areOver({ from, to }: Period, wanted: Wanted, known: Known): boolean {
  if ('days' in known) {
    return known.days
      .filter(({ date }) => from <= date && date <= to)
      .every(({ none }) => none === 'closed' || none === 'over');
  }
  const untaken = { rules: known.rules, taken: [] };
  return openDays(wanted, untaken, { from, to }).every(
    (date) =>
      date === wanted.current?.date &&
      timesOn(date, wanted, untaken).every((time) => time === wanted.current?.time),
  );
}

/** Why nothing is open on a day without open times. */
export function whyNone(date: LocalDate, wanted: Wanted, known: Known): WhyNone {
  if ('days' in known) {
    const day = dayOf(date, known.days);
    return day ? (day.none ?? 'full') : 'over';
  }
  if (dayRule(known.rules, wanted.kind, date).starts.length === 0) return 'closed';
  if (areOver({ from: date, to: date }, wanted, known)) return 'over';
  return known.taken.some((one) => one.date === date && one.isTimeOff) ? 'time-off' : 'full';
}

/** What a booking at this start costs less because another visit is near; null when none is. */
export function nearbyDiscountAt({ date, time }: Start, known: Known): number | null {
  if (!('days' in known)) return null;
  return dayOf(date, known.days)?.nearby.includes(time) ? known.nearbyDiscountCents : null;
}

/** "We’re nearby, $10.00 off"; null for a start without another visit near it. */
export function nearbyMark(start: Start, known: Known): string | null {
  const cents = nearbyDiscountAt(start, known);
  if (cents === null) return null;
  return cents > 0 ? `We’re nearby, ${formatCents(cents)} off` : 'We’re nearby';
}

const dayOf = (date: LocalDate, days: readonly AnsweredDay[]) =>
  days.find((one) => one.date === date);
