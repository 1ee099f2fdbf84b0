import { business } from '../business.ts';
import type { StartRule } from './start-rules.ts';
import { timesBetween } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

/** What a start is for: a new booking, or one that is moved. */
export type RuleKind = 'booking' | 'move';

/** How a weekday usually is. 1 is Monday, 7 is Sunday. */
export type WeekdayHours = {
  weekday: number;
  isOpen: boolean;
  /** When a new booking may begin, and when its work must be done. */
  starts: readonly LocalTime[];
  endsBy: LocalTime;
  /** When a moved booking may begin: from the first to the last of these, every so many minutes. */
  moveFrom: LocalTime;
  moveUntil: LocalTime;
  moveEveryMinutes: number;
  moveEndsBy: LocalTime;
};

/** A day that is not like its weekday. What is null is as on the weekday. */
export type DayException = {
  day: LocalDate;
  isOpen: boolean;
  /** When any booking may begin on that day, a new one or a moved one. */
  starts: readonly LocalTime[] | null;
  endsBy: LocalTime | null;
};

/** How times are given out, as the database answers it (`opening_rules`). */
export type OpeningRules = {
  /** How long before its start a new booking can still be made. */
  leastNoticeMinutes: number;
  /** How many days after today are open for a new booking, and for one that is moved. */
  windowDays: number;
  moveWindowDays: number;
  /** Free minutes between two bookings of one crew on one day. */
  bufferMinutes: number;
  /** How many cars can be worked on at once. */
  crews: number;
  hours: readonly WeekdayHours[];
  exceptions: readonly DayException[];
  /** Where the business goes, by the beginnings of postal codes. Without any: everywhere. */
  servedPrefixes: readonly string[];
};

/** Every day alike: three starts for a new booking, every half hour for one that is moved. */
const usualHours: Omit<WeekdayHours, 'weekday'> = {
  isOpen: true,
  starts: ['09:00', '12:00', '15:00'],
  endsBy: '18:00',
  moveFrom: '08:30',
  moveUntil: '16:00',
  moveEveryMinutes: 30,
  moveEndsBy: '17:00',
};

/** What a new database starts with, too, except for its service area. */
export const defaultOpeningRules: OpeningRules = {
  leastNoticeMinutes: 120,
  windowDays: business.bookingWindowDays,
  moveWindowDays: 365,
  bufferMinutes: 0,
  crews: 1,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...usualHours })),
  exceptions: [],
  servedPrefixes: [],
};

const closed: StartRule = { starts: [], endsBy: '00:00' };

/**
 * When something of that kind may begin on that day, and by when it must be done; no starts when it is closed.
 * A day with starts of its own has them for both kinds, and ends like a day of new bookings.
 */
export function dayRule(rules: OpeningRules, kind: RuleKind, date: LocalDate): StartRule {
  const weekday = isoWeekday(date);
  const hours = rules.hours.find((one) => one.weekday === weekday);
  const exception = rules.exceptions.find(({ day }) => day === date);
  if (!hours || !(exception ?? hours).isOpen) return closed;
  const usual = usualRule(hours, exception?.starts ? 'booking' : kind);
  return {
    starts: exception?.starts ?? usual.starts,
    endsBy: exception?.endsBy ?? usual.endsBy,
  };
}

/** How long before its start a time can still be taken, in minutes. A booking that stands needs none to move. */
export const noticeMinutes = (rules: OpeningRules, kind: RuleKind): number =>
  kind === 'move' ? 0 : rules.leastNoticeMinutes;

/** How many days after today are open. */
export const daysAhead = (rules: OpeningRules, kind: RuleKind): number =>
  kind === 'move' ? rules.moveWindowDays : rules.windowDays;

function usualRule(hours: WeekdayHours, kind: RuleKind): StartRule {
  if (kind === 'booking') return { starts: hours.starts, endsBy: hours.endsBy };
  const { moveFrom, moveUntil, moveEveryMinutes, moveEndsBy } = hours;
  return { starts: timesBetween(moveFrom, moveUntil, moveEveryMinutes), endsBy: moveEndsBy };
}

function isoWeekday(date: LocalDate): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}
