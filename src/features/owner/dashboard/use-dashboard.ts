import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveTopic } from '@domain/live-topics.ts';
import { canKeep } from '@/lib/on-device/kept-visits-store.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';
import { carWithUnsent } from '@/entities/on-device/with-unsent.ts';
import { useServerAway } from '@/lib/connection.ts';
import { useLive } from '@/lib/live.ts';
import { keepVisitsQuery } from './api/keep-visits.ts';
import { dashboardKey, dashboardQuery, needsQuery } from './api/dashboard.ts';

const topics: readonly LiveTopic[] = [
  'bookings',
  'payments',
  'inquiries',
  'reviews',
  'offers',
  'times',
];

/** The owner's day, asked for again whenever something of it changes. */
export function useDashboard() {
  useFreshness();
  const query = useQuery(dashboardQuery);
  const isAway = useServerAway();
  useQuery({ ...keepVisitsQuery, enabled: canKeep() && query.isSuccess && !isAway });
  const unsent = useUnsent();
  const data = query.data && {
    ...query.data,
    cars: query.data.cars.map((car) => carWithUnsent(car, unsent)),
  };
  return { ...query, data };
}

/** The counts of what needs attention, for the badges beside the areas. The dashboard's data include them. */
export function useNeeds(isInDashboard: boolean) {
  useFreshness();
  const ofDay = useQuery({ ...dashboardQuery, enabled: isInDashboard }).data?.needs;
  const alone = useQuery({ ...needsQuery, enabled: !isInDashboard }).data;
  return isInDashboard ? ofDay : alone;
}

function useFreshness() {
  const client = useQueryClient();
  useLive(topics, () => void client.invalidateQueries({ queryKey: dashboardKey }));
}
