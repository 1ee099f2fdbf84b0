import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { ownRest } from '@/lib/own-rest.ts';
import type { ListFilters } from '../address-state.ts';
import { calendarKey, type BookingLine } from './calendar-range.ts';

type Place = { booking_date: string; booking_time: string; id: string };
type Found = { bookings: BookingLine[]; next: Place | null };

/** Bookings that fit, a page at a time. */
export const bookingsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: [...calendarKey, 'list', filters],
    queryFn: async ({ pageParam, signal }) => {
      const answer: { data: unknown } = await (
        await ownRest()
      )
        .rpc('find_bookings', {
          search: filters.search,
          statuses: filters.statuses.length > 0 ? filters.statuses : null,
          from_day: filters.from || null,
          until_day: filters.until || null,
          beyond: pageParam,
          soonest_first: filters.isSoonestFirst,
        })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return answer.data as Found;
    },
    initialPageParam: null as Place | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
