import { isLocalDate } from '@domain/time/local-day.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';

const calendarViews = ['day', 'week', 'month'] as const;
export type CalendarView = (typeof calendarViews)[number];
export type View = CalendarView | 'list';

/** What the list can be narrowed to, as private.booking_tags has it. */
export const statusFilters = {
  booked: 'Booked',
  due: 'Balance due',
  done: 'Done',
  no_show: 'No-show',
  cancelled: 'Cancelled',
  pending_payment: 'Not paid yet',
} as const;
export type StatusFilter = keyof typeof statusFilters;

export type ListFilters = {
  search: string;
  statuses: StatusFilter[];
  /** Local dates; empty where there is no edge. */
  from: LocalDate;
  until: LocalDate;
  isSoonestFirst: boolean;
};

const isView = (text: string | null): text is View =>
  text === 'list' || (calendarViews as readonly (string | null)[]).includes(text);

const dayOr = <Otherwise>(text: string | null, otherwise: Otherwise): LocalDate | Otherwise =>
  text !== null && isLocalDate(text) ? text : otherwise;

/** Where a week is readable. */
export const wideScreen = '(width >= 48rem)';

export const usualPlace = (isWide: boolean, today: LocalDate) =>
  ({ view: isWide ? 'week' : 'day', day: today }) as const;

/** What the address says to show; what it leaves out is as usual on this device. */
export function readPlace(
  query: URLSearchParams,
  usual: { view: CalendarView; day: LocalDate },
): { view: View; day: LocalDate } {
  const view = query.get('view');
  return { view: isView(view) ? view : usual.view, day: dayOr(query.get('day'), usual.day) };
}

/** The number of the only crew that the calendar shows; null shows them all. */
export function readCrew(query: URLSearchParams): number | null {
  const crew = query.get('crew') ?? '';
  return /^[1-9]\d?$/.test(crew) ? Number(crew) : null;
}

/** An address that narrows nothing, as the one of the menu, is the list from today on. */
export function readFilters(query: URLSearchParams, today: LocalDate): ListFilters {
  const isBare = filterNames.every((name) => !query.has(name));
  const asked = (query.get('status') ?? '').split(',');
  return {
    search: query.get('search')?.trim() ?? '',
    statuses: (Object.keys(statusFilters) as StatusFilter[]).filter((one) => asked.includes(one)),
    from: dayOr(query.get('from'), ''),
    until: dayOr(query.get('until'), ''),
    isSoonestFirst: query.get('order') === 'soonest',
    ...(isBare && upcoming(today)),
  };
}

const filterNames = ['search', 'status', 'from', 'until', 'order'];

type Period = Pick<ListFilters, 'from' | 'until' | 'isSoonestFirst'>;

/** From today on, the next visit first: what the list begins with. */
export const upcoming = (today: LocalDate): Period => ({
  from: today,
  until: '',
  isSoonestFirst: true,
});

export const everyDay: Period = { from: '', until: '', isSoonestFirst: false };

export const isUpcoming = ({ from, until, isSoonestFirst }: Period, today: LocalDate): boolean =>
  from === today && until === '' && isSoonestFirst;

/** Where a list and what is chosen in it fit beside each other. */
export const sideBySide = '(width >= 80rem)';

/** The list at its address, without what goes without saying. The day is the one that the calendar shows. */
export function listAddress(
  filters: ListFilters,
  { day, booking }: Partial<Record<'day' | 'booking', string | null>> = {},
): Record<string, string> {
  const parts = {
    search: filters.search,
    status: filters.statuses.join(','),
    from: filters.from,
    until: filters.until,
    order: filters.isSoonestFirst ? 'soonest' : '',
    day,
    booking,
  };
  const given = Object.entries(parts).filter((part): part is [string, string] => Boolean(part[1]));
  const isBare = given.every(([name]) => !filterNames.includes(name));
  return { view: 'list', ...(isBare && { order: 'latest' }), ...Object.fromEntries(given) };
}
