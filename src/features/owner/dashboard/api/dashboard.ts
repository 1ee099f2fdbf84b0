import { queryOptions } from '@tanstack/react-query';
import { ownerDashboard, ownerNeeds } from '@contracts/dashboard.ts';
import type { VisitsToKeep } from '@contracts/visit-operations.ts';
import { keptNames } from '@/lib/on-device/kept-visits-store.ts';
import { orKept } from '@/lib/on-device/or-kept.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { dashboardOf } from './keep-visits.ts';

/** How often the screens ask although nobody told them of a change, in milliseconds. */
const askAgainMs = 60_000;

export const dashboardKey = ['owner-dashboard'];

export const dashboardQuery = queryOptions({
  queryKey: [...dashboardKey, 'day'],
  queryFn: ({ signal }) =>
    orKept(
      [keptNames.owner],
      () => ownRpc(ownerDashboard, {}, { signal }),
      (kept: VisitsToKeep) => dashboardOf(kept),
      signal,
    ),
  refetchInterval: askAgainMs,
  staleTime: 5_000,
});

export const needsQuery = queryOptions({
  queryKey: [...dashboardKey, 'needs'],
  queryFn: ({ signal }) => ownRpc(ownerNeeds, {}, { signal }),
  refetchInterval: askAgainMs,
});
