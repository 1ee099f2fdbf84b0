import { queryOptions } from '@tanstack/react-query';
import { bookedSlotsKey } from './booked-slots.ts';
import { loadOpeningRules } from './load-opening-rules.ts';

/** How times are given out. Asked anew whenever taken times are: the owner may have changed both. */
export const openingRulesQuery = queryOptions({
  queryKey: [...bookedSlotsKey, 'opening-rules'],
  queryFn: ({ signal }) => loadOpeningRules(signal),
  staleTime: 30_000,
  refetchInterval: 60_000,
});
