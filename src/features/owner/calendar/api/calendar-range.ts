import { queryOptions } from '@tanstack/react-query';
import { calendarRange } from '@contracts/calendar.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const calendarKey = ['calendar'];

/** Everything that happens on these days, in one request. */
export const rangeQuery = (from: LocalDate, until: LocalDate) =>
  queryOptions({
    queryKey: [...calendarKey, 'range', from, until],
    queryFn: ({ signal }) =>
      ownRpc(calendarRange, { from_day: from, until_day: until }, { signal }),
    // Where nothing tells of changes, they are asked for.
    refetchInterval: 60_000,
  });
