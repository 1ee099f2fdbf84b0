import { queryOptions } from '@tanstack/react-query';
import { crewsPage } from '@contracts/crews.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const crewsKey = ['crews'] as const;

/** The crews by number, for an administrator. */
export const crewsQuery = queryOptions({
  queryKey: crewsKey,
  queryFn: ({ signal }) => ownRpc(crewsPage, {}, { signal }),
});
