import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { foundBookings, type FoundBookings } from '@contracts/calendar.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { ListFilters } from '../address-state.ts';
import { calendarKey } from './calendar-range.ts';

/** Bookings that fit, a page at a time. */
export const bookingsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: [...calendarKey, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      ownRpc(
        foundBookings,
        {
          search: filters.search,
          statuses: filters.statuses.length > 0 ? filters.statuses : null,
          from_day: filters.from || null,
          until_day: filters.until || null,
          beyond: pageParam,
          soonest_first: filters.isSoonestFirst,
        },
        { signal },
      ),
    initialPageParam: null as FoundBookings['next'],
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
