import { queryOptions } from '@tanstack/react-query';
import { ownerRoute } from '@contracts/route.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';

export const routeQuery = (day: LocalDate) =>
  queryOptions({
    queryKey: ['owner-route', day],
    queryFn: ({ signal }) => ownRpc(ownerRoute, { day }, { signal }),
  });
