import { queryOptions } from '@tanstack/react-query';
import { crewDays } from '@contracts/crews.ts';
import { nullIfRefused, ownRpc } from '@/lib/rpc.ts';

export const crewDaysKey = ['crew-days'] as const;

/** The visits of the signed-in person's crew; null for a person who works for none. */
export const crewDaysQuery = queryOptions({
  queryKey: crewDaysKey,
  queryFn: ({ signal }) => nullIfRefused('administrators_only', ownRpc(crewDays, {}, { signal })),
});
