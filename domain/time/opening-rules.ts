import { fixedTerms } from '../business/fixed-terms.ts';
import type { StartRule } from './start-rules.ts';
import { timesBetween } from './wall-time.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

/** The purpose of a start: a new booking or a moved one. */
export type RuleKind = 'booking' | 'move';

/** The usual hours of a weekday. 1 is Monday, 7 is Sunday. */
export type WeekdayHours = {
  weekday: number;
  isOpen: boolean;
  /** Start times of new bookings, and the time by which their work must end. */
  starts: readonly LocalTime[];
  endsBy: LocalTime;
  /** Moved bookings may begin from the first to the last of these times, at this interval in minutes. */
  moveFrom: LocalTime;
  moveUntil: LocalTime;
  moveEveryMinutes: number;
  moveEndsBy: LocalTime;
};

/** A day that differs from its weekday. Null values are the weekday's. */
export type DayException = {
  day: LocalDate;
  isOpen: boolean;
  /** Start times of that day, for new and moved bookings. */
  starts: readonly LocalTime[] | null;
  endsBy: LocalTime | null;
};

/** The opening rules as the database answers them (`opening_rules`). */
export type OpeningRules = {
  /** The minimum notice of a new booking. */
  leastNoticeMinutes: number;
  /** How many days ahead a booking can be made, and moved. */
  windowDays: number;
  moveWindowDays: number;
  /** Minimum minutes between two bookings of one crew on one day. */
  bufferMinutes: number;
  /** How many cars the business can work on at once. */
  crews: number;
  /** Customers are told that the crew arrives within so many minutes from the start on; 0: at the start. */
  arrivalWindowMinutes: number;
  hours: readonly WeekdayHours[];
  exceptions: readonly DayException[];
  /** The service area as prefixes of postal codes; empty for everywhere. */
  servedPrefixes: readonly string[];
  /** Open times depend on the place of the visit, which has to be known before them. */
  needsPlace: boolean;
  /** The browser computes open times from these rules and the booked times, or the server answers them. */
  timesFrom: 'rules' | 'server';
};

/** The same every day: three starts for new bookings, every half hour for moved ones. */
const usualHours: Omit<WeekdayHours, 'weekday'> = {
  isOpen: true,
  starts: ['09:00', '12:00', '15:00'],
  endsBy: '18:00',
  moveFrom: '08:30',
  moveUntil: '16:00',
  moveEveryMinutes: 30,
  moveEndsBy: '17:00',
};

/** Also the rules of a new database, except for its service area. */
export const defaultOpeningRules: OpeningRules = {
  leastNoticeMinutes: 120,
  windowDays: fixedTerms.bookingWindowDays,
  moveWindowDays: 365,
  bufferMinutes: 0,
  crews: 1,
  arrivalWindowMinutes: 0,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...usualHours })),
  exceptions: [],
  servedPrefixes: [],
  needsPlace: false,
  timesFrom: 'rules',
};

const closed: StartRule = { starts: [], endsBy: '00:00' };

/**
 * The start times of a day for this kind of booking, and the time by which the work must end. A closed day has no
 * starts. A day with its own starts uses them for both kinds, and closes as for new bookings.
 */
export function dayRule(rules: OpeningRules, kind: RuleKind, date: LocalDate): StartRule {
  const weekday = weekdayOf(date);
  const hours = rules.hours.find((one) => one.weekday === weekday);
  const exception = rules.exceptions.find(({ day }) => day === date);
  if (!hours || !(exception ?? hours).isOpen) return closed;
  const usual = usualRule(hours, exception?.starts ? 'booking' : kind);
  return {
    starts: exception?.starts ?? usual.starts,
    endsBy: exception?.endsBy ?? usual.endsBy,
  };
}

/** The opening hours of a day, for new and moved bookings together; null when it is closed. */
export function dayHours(
  rules: OpeningRules,
  date: LocalDate,
): { from: LocalTime; until: LocalTime } | null {
  const weekday = weekdayOf(date);
  const hours = rules.hours.find((one) => one.weekday === weekday);
  const exception = rules.exceptions.find(({ day }) => day === date);
  if (!hours || !(exception ?? hours).isOpen) return null;
  const [first = hours.moveFrom] = hours.starts;
  return {
    from: exception?.starts?.[0] ?? (first < hours.moveFrom ? first : hours.moveFrom),
    until: exception?.endsBy ?? (hours.endsBy > hours.moveEndsBy ? hours.endsBy : hours.moveEndsBy),
  };
}

/** The minimum notice in minutes. Moved bookings need none. */
export const noticeMinutes = (rules: OpeningRules, kind: RuleKind): number =>
  kind === 'move' ? 0 : rules.leastNoticeMinutes;

/** How many days ahead are open. */
export const daysAhead = (rules: OpeningRules, kind: RuleKind): number =>
  kind === 'move' ? rules.moveWindowDays : rules.windowDays;

function usualRule(hours: WeekdayHours, kind: RuleKind): StartRule {
  if (kind === 'booking') return { starts: hours.starts, endsBy: hours.endsBy };
  const { moveFrom, moveUntil, moveEveryMinutes, moveEndsBy } = hours;
  return { starts: timesBetween(moveFrom, moveUntil, moveEveryMinutes), endsBy: moveEndsBy };
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: LocalDate): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** 1 -> "Monday" */
export const weekdayName = (weekday: number): string => weekdayNames[weekday - 1] ?? '';
