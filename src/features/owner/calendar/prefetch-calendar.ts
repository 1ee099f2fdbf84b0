import type { QueryClient } from '@tanstack/react-query';
import { localToday } from '@domain/time/schedule.ts';
import { clockNow } from '@/lib/clock.ts';
import { readPlace, usualPlace, wideScreen } from './address-state.ts';
import { rangeQuery } from './api/calendar-range.ts';
import { CalendarBoard } from './components/late-board.ts';
import { shownDays } from './shown-days.ts';

/** Loads what the address shows: the days, and the code of the calendar. The list loads its own. */
export async function prefetchCalendar(client: QueryClient, query: URLSearchParams) {
  const isWide = window.matchMedia(wideScreen).matches;
  const { view, day } = readPlace(query, usualPlace(isWide, localToday(clockNow())));
  if (view === 'list') return;
  const { from, until } = shownDays(view, day);
  await Promise.all([CalendarBoard.prefetch(), client.query(rangeQuery(from, until))]);
}
