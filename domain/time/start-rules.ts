import { minutesOfDay } from './wall-time.ts';
import type { LocalTime } from './wall-time.ts';

/** The start times of a day, and the time by which the work must end. */
export type StartRule = {
  starts: readonly LocalTime[];
  endsBy: LocalTime;
};

/** The starts that leave room for the whole service before the day ends. */
export function startTimes(rule: StartRule, durationMinutes: number): LocalTime[] {
  const end = minutesOfDay(rule.endsBy) ?? 0;
  return rule.starts.filter((start) => {
    const begin = minutesOfDay(start);
    return begin !== null && begin + durationMinutes <= end;
  });
}
