import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveTopic } from '@domain/live-topics.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { useLive } from '@/lib/live.ts';
import type { CalendarView } from './address-state.ts';
import { calendarKey, rangeQuery } from './api/calendar-range.ts';
import { shownDays } from './shown-days.ts';

const topics: readonly LiveTopic[] = ['bookings', 'payments', 'offers', 'times'];

/** Everything of the calendar is asked for again whenever something of it changes. */
export function useCalendarFreshness() {
  const client = useQueryClient();
  useLive(topics, () => void client.invalidateQueries({ queryKey: calendarKey }));
}

export function useRange(view: CalendarView, day: LocalDate) {
  const { from, until } = shownDays(view, day);
  return useQuery(rangeQuery(from, until));
}
