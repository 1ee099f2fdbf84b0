import { Temporal } from 'temporal-polyfill';
import { business } from './business.ts';
import { epochMs } from './moment.ts';
import type { Moment } from './moment.ts';
import { startTimes } from './start-rules.ts';
import type { StartRule } from './start-rules.ts';
import { minutesOfDay, timeAtMinute } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

export { bookingRule, rescheduleRule, startTimes } from './start-rules.ts';
export type { StartRule } from './start-rules.ts';
export type { Moment } from './moment.ts';
export type { LocalDate, LocalTime } from './wall-time.ts';

/** A stretch that is not free: a hold, a booking or time off. The minutes are real, not wall clock. */
export type TakenTime = { date: LocalDate; time: LocalTime; durationMinutes: number };

export type StartCheck =
  { ok: true } | { ok: false; code: 'time_not_offered' | 'time_in_past' | 'date_too_far' };

type Span = { from: number; to: number };

const minuteMs = 60_000;

/** The local day at that moment. */
export function localToday(now: Moment): LocalDate {
  return zoned(now).toPlainDate().toString();
}

/** The instant a local date and time stand for, as ISO with Z. Throws RangeError when either is none. */
export function startsAt(date: LocalDate, time: LocalTime): string {
  return new Date(startMs(date, time)).toISOString().replace('.000Z', 'Z');
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** "2026-12-15" -> the first and the last day of its month. */
export function monthOf(date: LocalDate): { from: LocalDate; to: LocalDate } {
  const day = Temporal.PlainDate.from(date);
  return {
    from: day.with({ day: 1 }).toString(),
    to: day.with({ day: day.daysInMonth }).toString(),
  };
}

/** Whether two stretches share a moment; one may begin where the other ends. */
export function overlaps(one: TakenTime, other: TakenTime): boolean {
  return share(spanOf(one), spanOf(other));
}

/** What the rule and the clock say about a start. Other bookings are not looked at. */
export function checkStart(request: {
  rule: StartRule;
  date: LocalDate;
  time: LocalTime;
  durationMinutes: number;
  now: Moment;
}): StartCheck {
  const { rule, date, durationMinutes, now } = request;
  const minutes = minutesOfDay(request.time);
  const time = minutes === null ? '' : timeAtMinute(minutes);
  if (!isLocalDate(date) || !startTimes(rule, durationMinutes).includes(time)) {
    return { ok: false, code: 'time_not_offered' };
  }
  if (startMs(date, time) < earliestStartMs(rule, now)) return { ok: false, code: 'time_in_past' };
  if (date > addDays(localToday(now), rule.windowDays)) return { ok: false, code: 'date_too_far' };
  return { ok: true };
}

/** The starts of a day that the rule offers, the clock allows and nobody has taken. */
export function availableTimes(request: {
  rule: StartRule;
  date: LocalDate;
  durationMinutes: number;
  taken: readonly TakenTime[];
  now: Moment;
}): LocalTime[] {
  const { rule, date, durationMinutes, now } = request;
  if (!isLocalDate(date) || date > addDays(localToday(now), rule.windowDays)) return [];
  const day: Day = {
    date,
    durationMinutes,
    taken: request.taken.filter((one) => one.date === date).map(spanOf),
    earliestMs: earliestStartMs(rule, now),
  };
  return startTimes(rule, durationMinutes).filter((time) => isFree(time, day));
}

/**
 * The days from `from` to `to`, both included, with at least one free start.
 * One pass over the days and one over what is taken.
 */
export function bookableDays(request: {
  rule: StartRule;
  from: LocalDate;
  to: LocalDate;
  durationMinutes: number;
  taken: readonly TakenTime[];
  now: Moment;
}): LocalDate[] {
  const { rule, durationMinutes, now } = request;
  const today = localToday(now);
  const last = least(request.to, addDays(today, rule.windowDays));
  const starts = startTimes(rule, durationMinutes);
  const earliestMs = earliestStartMs(rule, now);
  const takenOn = spansByDay(request.taken);
  const days: LocalDate[] = [];
  for (let date = greatest(request.from, today); date <= last; date = addDays(date, 1)) {
    const day: Day = { date, durationMinutes, taken: takenOn.get(date) ?? [], earliestMs };
    if (starts.some((time) => isFree(time, day))) days.push(date);
  }
  return days;
}

type Day = {
  date: LocalDate;
  durationMinutes: number;
  taken: readonly Span[];
  earliestMs: number;
};

function isFree(time: LocalTime, { date, durationMinutes, taken, earliestMs }: Day): boolean {
  const span = spanOf({ date, time, durationMinutes });
  return span.from >= earliestMs && !taken.some((one) => share(span, one));
}

function spansByDay(taken: readonly TakenTime[]): Map<LocalDate, Span[]> {
  const days = new Map<LocalDate, Span[]>();
  for (const one of taken) {
    const spans = days.get(one.date);
    if (spans) spans.push(spanOf(one));
    else days.set(one.date, [spanOf(one)]);
  }
  return days;
}

function spanOf({ date, time, durationMinutes }: TakenTime): Span {
  const from = startMs(date, time);
  return { from, to: from + durationMinutes * minuteMs };
}

function share(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}

function earliestStartMs(rule: StartRule, now: Moment): number {
  return epochMs(now) + rule.leastNoticeMinutes * minuteMs;
}

/** A wall time that the spring change skips counts as the one an hour later. */
function startMs(date: LocalDate, time: LocalTime): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone: business.timeZone,
    plainTime: Temporal.PlainTime.from(time),
  }).epochMilliseconds;
}

function zoned(moment: Moment): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs(moment)).toZonedDateTimeISO(
    business.timeZone,
  );
}

function isLocalDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  // Some engines roll an impossible day over into the next month.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function least(one: LocalDate, other: LocalDate): LocalDate {
  return one < other ? one : other;
}

function greatest(one: LocalDate, other: LocalDate): LocalDate {
  return one > other ? one : other;
}
