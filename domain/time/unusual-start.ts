import { localToday, startMs } from './local-day.ts';
import { epochMs } from './moment.ts';
import { dayHours, daysAhead, noticeMinutes } from './opening-rules.ts';
import { addDays, checkStart, type ScheduleRequest } from './schedule.ts';
import { minutesOfDay } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

/** Why customers cannot book a start online. The owner may still book it, unless it is in the past. */
export type Unusual = 'in_past' | 'outside_hours' | 'no_usual_start' | 'short_notice' | 'far_ahead';

/** What is unusual about a start that is a valid date and time; nothing for one that the rules offer. */
export function unusualAbout(
  request: ScheduleRequest & { date: LocalDate; time: LocalTime },
): Unusual[] {
  const { rules, kind, date, time } = request;
  if (checkStart(request).ok) return [];
  const now = epochMs(request.now);
  const starts = startMs(date, time);
  if (starts < now) return ['in_past'];
  const isShort = starts < now + noticeMinutes(rules, kind) * 60_000;
  const isFar = date > addDays(localToday(now), daysAhead(rules, kind));
  const isOutside = !isWithinHours(request);
  return [
    ...(isOutside ? (['outside_hours'] as const) : []),
    ...(isShort ? (['short_notice'] as const) : []),
    ...(isFar ? (['far_ahead'] as const) : []),
    ...(!isOutside && !isShort && !isFar ? (['no_usual_start'] as const) : []),
  ];
}

/** Whether the work lies within the opening hours of its day; as `private.is_within_hours`. */
export function isWithinHours(
  request: Pick<ScheduleRequest, 'rules' | 'durationMinutes'> & {
    date: LocalDate;
    time: LocalTime;
  },
): boolean {
  const hours = dayHours(request.rules, request.date);
  const start = minutesOfDay(request.time);
  if (!hours || start === null) return false;
  const [from = 0, until = 0] = [hours.from, hours.until].map((time) => minutesOfDay(time) ?? 0);
  return start >= from && start + request.durationMinutes <= until;
}
