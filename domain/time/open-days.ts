import { addDays, localToday } from './local-day.ts';
import { dayRule, daysAhead } from './opening-rules.ts';
import { availableTimes, checkStart, startsOn } from './schedule.ts';
import type { ScheduleRequest, TakenTime } from './schedule.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

/** Why a day has no times: closed, too late to book, time off, or taken. */
export type WhyNone = 'closed' | 'over' | 'time-off' | 'full';

export type OpenDay = {
  date: LocalDate;
  times: readonly LocalTime[];
  /** Null on a day with times. */
  none: WhyNone | null;
};

type Period = { from: LocalDate; to: LocalDate; taken: readonly TakenTime[] };

/** Each day from `from` to `to`, both included, as far as bookings are taken; without the days before today. */
export function openDays(request: ScheduleRequest & Period): OpenDay[] {
  const today = localToday(request.now);
  const last = addDays(today, daysAhead(request.rules, request.kind));
  const to = request.to < last ? request.to : last;
  const days: OpenDay[] = [];
  for (
    let date = request.from > today ? request.from : today;
    date <= to;
    date = addDays(date, 1)
  ) {
    const taken = request.taken.filter((one) => one.date === date);
    const times = availableTimes({ ...request, date, taken });
    days.push({ date, times, none: times.length > 0 ? null : whyNone(date, request, taken) });
  }
  return days;
}

function whyNone(date: LocalDate, request: ScheduleRequest, taken: readonly TakenTime[]): WhyNone {
  if (dayRule(request.rules, request.kind, date).starts.length === 0) return 'closed';
  const canBegin = startsOn(date, request).some(
    (time) => checkStart({ ...request, date, time }).ok,
  );
  if (!canBegin) return 'over';
  return taken.some(({ isTimeOff }) => isTimeOff) ? 'time-off' : 'full';
}
