import { visibleServices } from '../booking/catalogue.ts';
import type { Business } from '../business/business.ts';
import { dayRule, weekdayName } from '../time/opening-rules.ts';
import type { OpeningRules, WeekdayHours } from '../time/opening-rules.ts';
import { startTimes } from '../time/start-rules.ts';
import type { StartRule } from '../time/start-rules.ts';
import { formatDate, formatDuration, formatTime } from '../time/time-format.ts';
import { minutesOfDay } from '../time/wall-time.ts';
import type { LocalTime } from '../time/wall-time.ts';
import { allOf } from './word-list.ts';

const mostSpecialDays = 5;

/** With more starts than this, the answer names only the first and the last. */
const mostStarts = 6;

const closed = 'closed';

/** The minutes of the shortest service. */
const shortestOf = (business: Pick<Business, 'services'>): number =>
  Math.min(...visibleServices(business).map(({ durationMinutes }) => durationMinutes));

/** The hours for new bookings: the usual week, then the next days that differ, one per line. */
export function hoursInWords(rules: OpeningRules, business: Pick<Business, 'services'>): string {
  const shortest = shortestOf(business);
  return [
    ...weekLines(rules.hours, shortest),
    ...specialDayLines(rules, shortest),
    ...arrivalLine(rules),
  ].join('\n');
}

/**
 * Whether we are open on the weekdays that a message names, one line for those that are and one for those that aren't.
 * Yes or no only where the message asks for it. Without a named day, no lines.
 */
export function openOnNamedDays(
  message: string,
  { hours }: OpeningRules,
  business: Pick<Business, 'services'>,
): { lines: string[]; isAnyOpen: boolean } {
  const shortest = shortestOf(business);
  const named = hours.filter(({ weekday }) =>
    new RegExp(weekday > 5 ? `${weekdayName(weekday)}|weekend` : weekdayName(weekday), 'i').test(
      message,
    ),
  );
  const isOpen = (day: WeekdayHours) => day.isOpen && startTimes(day, shortest).length > 0;
  const open = named.filter(isOpen);
  const asksWhether = !/\b(when|what|which|how|clos\w*|hours?|times?|until|till)\b/i.test(message);
  const line = (days: WeekdayHours[], word: string, state: string) =>
    days.length === 0
      ? []
      : [
          `${asksWhether ? `${word}, we` : 'We'} are ${state} on ${allOf(days.map(({ weekday }) => `${weekdayName(weekday)}s`))}.`,
        ];
  const shut = named.filter((day) => !isOpen(day));
  return {
    lines: [...line(open, 'Yes', 'open'), ...line(shut, 'No', 'closed')],
    isAnyOpen: named.length === 0 || open.length > 0,
  };
}

const arrivalLine = ({ arrivalWindowMinutes: minutes }: OpeningRules): string[] =>
  minutes > 0 ? [`We arrive within ${formatDuration(minutes)} from the start of a slot.`] : [];

function weekLines(hours: readonly WeekdayHours[], shortest: number): string[] {
  const stretches = stretchesOf(hours, shortest);
  const [first] = stretches;
  if (first && stretches.length === 1) {
    return first.text === closed
      ? ['We are closed every day at the moment. Please ask us when we reopen.']
      : [`Our booking hours are ${first.text}.`];
  }
  return [
    'Our booking hours:',
    ...stretches.map(({ days, text }) => `${daysText(days)}: ${text}.`),
  ];
}

type Stretch = { days: number[]; text: string };

/** The week from Monday on; consecutive days with the same hours are one stretch. */
function stretchesOf(hours: readonly WeekdayHours[], shortest: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const one of hours) {
    const text = one.isOpen ? dayText(one, shortest) : closed;
    const last = stretches.at(-1);
    if (last?.text === text) last.days.push(one.weekday);
    else stretches.push({ days: [one.weekday], text });
  }
  return stretches;
}

function daysText(days: readonly number[]): string {
  const names = days.map(weekdayName);
  return names.length < 3 ? allOf(names) : `${names[0] ?? ''} to ${names.at(-1) ?? ''}`;
}

function specialDayLines(rules: OpeningRules, shortest: number): string[] {
  const textOf = (day: string, exceptions = rules.exceptions) =>
    dayText(dayRule({ ...rules, exceptions }, 'booking', day), shortest);
  return rules.exceptions
    .filter(({ day }) => textOf(day) !== textOf(day, []))
    .slice(0, mostSpecialDays)
    .map(({ day }) => `${formatDate(day)}: ${textOf(day)}.`);
}

/** "9 AM to 6 PM, with slots every 3 hours (9 AM, 12 PM and 3 PM)" */
function dayText(rule: StartRule, shortest: number): string {
  const starts = startTimes(rule, shortest).sort();
  const [first] = starts;
  if (first === undefined) return closed;
  return `${shortTime(first)} to ${shortTime(rule.endsBy)}, with ${slotsText(starts)}`;
}

function slotsText(starts: readonly LocalTime[]): string {
  const times = starts.map(shortTime);
  if (times.length === 1) return `one slot at ${times.join('')}`;
  const step = stepOf(starts);
  if (step === null) return `slots at ${allOf(times)}`;
  const listed =
    times.length > mostStarts ? `${times[0] ?? ''} to ${times.at(-1) ?? ''}` : allOf(times);
  const every = step === 60 ? 'hour' : formatDuration(step);
  return `slots every ${every} (${listed})`;
}

/** The minutes between consecutive starts; null if they differ. */
function stepOf(starts: readonly LocalTime[]): number | null {
  const minutes = starts.map((start) => minutesOfDay(start) ?? 0);
  const steps = new Set(minutes.slice(1).map((one, index) => one - (minutes[index] ?? 0)));
  const [step] = steps;
  return steps.size === 1 && step !== undefined ? step : null;
}

/** "09:00" -> "9 AM" */
const shortTime = (time: LocalTime): string => formatTime(time).replace(':00', '');
