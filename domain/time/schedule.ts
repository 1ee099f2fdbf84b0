import { hasFreeCrew, spanOf, takenSpan } from './free-crew.ts';
import type { TakenSpan, TakenTime } from './free-crew.ts';
import { addDays, isLocalDate, localToday, startMs } from './local-day.ts';
import { epochMs } from './moment.ts';
import type { Moment } from './moment.ts';
import { dayRule, daysAhead, noticeMinutes } from './opening-rules.ts';
import type { OpeningRules, RuleKind } from './opening-rules.ts';
import { startTimes } from './start-rules.ts';
import { minutesOfDay, timeAtMinute } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

export { overlaps } from './free-crew.ts';
export type { Stretch, TakenTime } from './free-crew.ts';
export { addDays, localToday, monthOf, startsAt } from './local-day.ts';
export type { LocalDate, LocalTime } from './wall-time.ts';

export type StartCheck =
  | { ok: true }
  | { ok: false; code: 'time_not_offered' | 'time_in_past' | 'date_too_far' };

/** The service and kind of booking to schedule. `now` is the time of the request. */
export type ScheduleRequest = {
  rules: OpeningRules;
  kind: RuleKind;
  durationMinutes: number;
  now: Moment;
};

/** Checks a start against the rules and the clock, not against other bookings. */
export function checkStart(
  request: ScheduleRequest & { date: LocalDate; time: LocalTime },
): StartCheck {
  const { date, now } = request;
  const minutes = minutesOfDay(request.time);
  const time = minutes === null ? '' : timeAtMinute(minutes);
  if (!isLocalDate(date) || !startsOn(date, request).includes(time)) {
    return { ok: false, code: 'time_not_offered' };
  }
  if (startMs(date, time) < earliestStartMs(request)) return { ok: false, code: 'time_in_past' };
  if (date > lastDay(request, localToday(now))) return { ok: false, code: 'date_too_far' };
  return { ok: true };
}

/** The starts of a day that the rules offer, the notice allows and a crew is available for. */
export function availableTimes(
  request: ScheduleRequest & { date: LocalDate; taken: readonly TakenTime[] },
): LocalTime[] {
  const { date } = request;
  if (!isLocalDate(date) || date > lastDay(request, localToday(request.now))) return [];
  const taken = request.taken.filter((one) => one.date === date).map(takenSpan);
  const earliestMs = earliestStartMs(request);
  return startsOn(date, request).filter((time) =>
    isFree({ date, time }, taken, earliestMs, request),
  );
}

type Period = { from: LocalDate; to: LocalDate; taken: readonly TakenTime[] };

/** The days from `from` to `to`, both included, with at least one available start. */
export function bookableDays(request: ScheduleRequest & Period): LocalDate[] {
  return [...eachBookableDay(request)];
}

/** The first of the `bookableDays`; stops at that day. */
export function firstBookableDay(request: ScheduleRequest & Period): LocalDate | undefined {
  const [first] = eachBookableDay(request);
  return first;
}

/** One pass over the days and one over the unavailable times. */
function* eachBookableDay(request: ScheduleRequest & Period): Generator<LocalDate> {
  const today = localToday(request.now);
  const last = least(request.to, lastDay(request, today));
  const earliestMs = earliestStartMs(request);
  const takenOn = spansByDay(request.taken);
  for (let date = greatest(request.from, today); date <= last; date = addDays(date, 1)) {
    const taken = takenOn.get(date) ?? [];
    const starts = startsOn(date, request);
    if (starts.some((time) => isFree({ date, time }, taken, earliestMs, request))) yield date;
  }
}

/** The starts of a day that leave room for the service; none on a closed day. */
export function startsOn(
  date: LocalDate,
  { rules, kind, durationMinutes }: Pick<ScheduleRequest, 'rules' | 'kind' | 'durationMinutes'>,
): LocalTime[] {
  return startTimes(dayRule(rules, kind, date), durationMinutes);
}

function isFree(
  start: { date: LocalDate; time: LocalTime },
  taken: readonly TakenSpan[],
  earliestMs: number,
  { rules, durationMinutes }: ScheduleRequest,
): boolean {
  const span = spanOf({ ...start, durationMinutes });
  return span.from >= earliestMs && hasFreeCrew(span, taken, rules);
}

function spansByDay(taken: readonly TakenTime[]): Map<LocalDate, TakenSpan[]> {
  const days = new Map<LocalDate, TakenSpan[]>();
  for (const one of taken) {
    const spans = days.get(one.date);
    if (spans) spans.push(takenSpan(one));
    else days.set(one.date, [takenSpan(one)]);
  }
  return days;
}

function earliestStartMs({ rules, kind, now }: ScheduleRequest): number {
  return epochMs(now) + noticeMinutes(rules, kind) * 60_000;
}

function lastDay({ rules, kind }: ScheduleRequest, today: LocalDate): LocalDate {
  return addDays(today, daysAhead(rules, kind));
}

function least(one: LocalDate, other: LocalDate): LocalDate {
  return one < other ? one : other;
}

function greatest(one: LocalDate, other: LocalDate): LocalDate {
  return one > other ? one : other;
}
