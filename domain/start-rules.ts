import { business } from './business.ts';
import { minutesOfDay, timesBetween } from './wall-time.ts';
import type { LocalTime } from './wall-time.ts';

/** When a service may begin. */
export type StartRule = {
  starts: readonly LocalTime[];
  endsBy: LocalTime;
  /** How long before its start a time can still be taken. */
  leastNoticeMinutes: number;
  /** How many days after today are open. */
  windowDays: number;
};

/** New bookings: three starts a day, and two hours' notice for the drive. */
export const bookingRule: StartRule = {
  starts: ['09:00', '12:00', '15:00'],
  endsBy: '18:00',
  leastNoticeMinutes: 120,
  windowDays: business.bookingWindowDays,
};

/** Moving a booking: every half hour. A booking that stands may go further ahead than a new one. */
export const rescheduleRule: StartRule = {
  starts: timesBetween('08:30', '16:00', 30),
  endsBy: '17:00',
  leastNoticeMinutes: 0,
  windowDays: 365,
};

/** The starts that leave room for the whole service before the day ends. */
export function startTimes(rule: StartRule, durationMinutes: number): LocalTime[] {
  const end = minutesOfDay(rule.endsBy) ?? 0;
  return rule.starts.filter((start) => {
    const begin = minutesOfDay(start);
    return begin !== null && begin + durationMinutes <= end;
  });
}
