import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveTopic } from '@domain/live-topics.ts';
import { useLive } from '@/lib/live.ts';
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
  return useQuery(dashboardQuery);
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
