import { addDays, isLocalDate, monthOf } from '@domain/time/local-day.ts';
import { weekdayOf } from '@domain/time/opening-rules.ts';
import { stretches, type Stretch } from '@domain/money/money-report.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';

/** Local days of the business, both included. */
export type DayRange = { from: LocalDate; until: LocalDate };

export const presets = {
  today: 'Today',
  'this-week': 'This week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-30-days': 'Last 30 days',
  'this-quarter': 'This quarter',
  'this-year': 'This year',
  'last-year': 'Last year',
} as const;
export type Preset = keyof typeof presets;

export type ChosenRange = DayRange & {
  /** Null for days that were typed in. */
  preset: Preset | null;
  stretch: Stretch;
};

/** The report reaches no further. */
const mostDays = 731;

const mondayOf = (day: LocalDate): LocalDate => addDays(day, 1 - weekdayOf(day));

/** The days a preset stands for today. */
export function presetRange(preset: Preset, today: LocalDate): DayRange {
  const year = today.slice(0, 4);
  switch (preset) {
    case 'today':
      return { from: today, until: today };
    case 'this-week':
      return { from: mondayOf(today), until: today };
    case 'this-month':
      return { from: monthOf(today).from, until: today };
    case 'last-month': {
      const { from, to } = monthOf(addDays(monthOf(today).from, -1));
      return { from, until: to };
    }
    case 'last-30-days':
      return { from: addDays(today, -29), until: today };
    case 'this-quarter': {
      const first = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
      return { from: `${year}-${String(first).padStart(2, '0')}-01`, until: today };
    }
    case 'this-year':
      return { from: `${year}-01-01`, until: today };
    case 'last-year': {
      const last = String(Number(year) - 1);
      return { from: `${last}-01-01`, until: `${last}-12-31` };
    }
  }
}

/** How many months lie between the days of a preset and those that they are compared with. */
const monthsBack: Partial<Record<Preset, number>> = {
  'this-month': 1,
  'last-month': 1,
  'this-quarter': 3,
  'this-year': 12,
  'last-year': 12,
};

/**
 * The days that a range is compared with: the same days of the week, month, quarter or year before for a range by name, and
 * otherwise as many days just before.
 */
export function rangeBefore({ from, until, preset }: Omit<ChosenRange, 'stretch'>): DayRange {
  const months = preset === null ? undefined : monthsBack[preset];
  if (months !== undefined)
    return { from: monthsBefore(from, months), until: monthsBefore(until, months) };
  if (preset === 'this-week') return { from: addDays(from, -7), until: addDays(until, -7) };
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  return { from: addDays(from, -days), until: addDays(from, -1) };
}

/** The same day of an earlier month. The last day of a month stays the last, and none is after it. */
function monthsBefore(day: LocalDate, months: number): LocalDate {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  const first = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  const last = monthOf(first).to;
  if (day === monthOf(day).to) return last;
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** What is wrong with typed days, as a sentence; null when nothing is. */
export function rangeProblem({ from, until }: DayRange): string | null {
  if (!isLocalDate(from) || !isLocalDate(until)) return 'Please enter both days.';
  if (until < from) return 'The last day is before the first.';
  if (until > addDays(from, mostDays)) return 'Please choose two years at most.';
  return null;
}

/** What the address says; the last 30 days where it says nothing that can be shown: a month is empty on its first day. */
export function readRange(address: URLSearchParams, today: LocalDate): ChosenRange {
  const typed = { from: address.get('from') ?? '', until: address.get('until') ?? '' };
  const named = address.get('range') ?? '';
  const isTyped = rangeProblem(typed) === null;
  const preset = isTyped ? null : named in presets ? (named as Preset) : 'last-30-days';
  const range = preset === null ? typed : presetRange(preset, today);
  const wanted = stretches.find((one) => one === address.get('by'));
  return { ...range, preset, stretch: wanted ?? fittingStretch(range) };
}

/** As many bars as can be told apart. */
function fittingStretch({ from, until }: DayRange): Stretch {
  if (until <= addDays(from, 31)) return 'day';
  return until <= addDays(from, 190) ? 'week' : 'month';
}
