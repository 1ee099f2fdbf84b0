import { queryOptions } from '@tanstack/react-query';
import { ownerDashboard, ownerNeeds, type Dashboard } from '@contracts/dashboard.ts';
import type { VisitsToKeep } from '@contracts/visit-operations.ts';
import { localToday } from '@domain/time/local-day.ts';
import { clockNow } from '@/lib/clock.ts';
import { keptNames } from '@/lib/on-device/kept-visits-store.ts';
import { orKept, type OrKept } from '@/lib/on-device/or-kept.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { dashboardOf } from './keep-visits.ts';

/** How often the screens ask although nobody told them of a change, in milliseconds. */
const askAgainMs = 60_000;

export const dashboardKey = ['owner-dashboard'];

/** The owner's day as it is shown; this device's copy has its visits only. */
export type ShownDay = OrKept<Dashboard>;

export const dashboardQuery = queryOptions({
  queryKey: [...dashboardKey, 'day'],
  queryFn: ({ signal, client, queryKey }) =>
    orKept(
      [keptNames.owner],
      () => ownRpc(ownerDashboard, {}, { signal }),
      (kept: VisitsToKeep) => dashboardOf(kept),
      { signal, loaded: ofToday(client.getQueryData<ShownDay>(queryKey)) },
    ),
  refetchInterval: askAgainMs,
  staleTime: 5_000,
});

/** Of another day it says nothing about this one. */
const ofToday = (day: ShownDay | undefined) =>
  day?.today === localToday(clockNow()) ? day : undefined;

export const needsQuery = queryOptions({
  queryKey: [...dashboardKey, 'needs'],
  queryFn: ({ signal }) => ownRpc(ownerNeeds, {}, { signal }),
  refetchInterval: askAgainMs,
});
