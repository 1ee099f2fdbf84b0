import { queryOptions } from '@tanstack/react-query';
import type { OpeningRules } from '@domain/opening-rules.ts';
import { guestRest } from '@/lib/backend.ts';
import { bookedSlotsKey } from '@/lib/booked-slots.ts';

/** How times are given out. Asked anew whenever taken times are: the owner may have changed both. */
export const openingRulesQuery = queryOptions({
  queryKey: [...bookedSlotsKey, 'opening-rules'],
  queryFn: async ({ signal }) => {
    const { data } = await guestRest()
      .rpc('opening_rules', undefined, { get: true })
      .abortSignal(signal)
      // The query already tries again; twice would keep the visitor waiting.
      .retry(false)
      .throwOnError();
    return data as unknown as OpeningRules;
  },
  staleTime: 30_000,
  refetchInterval: 60_000,
});
