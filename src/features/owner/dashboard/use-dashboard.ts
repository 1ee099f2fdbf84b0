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

/** What waits for her, for the badges beside the areas. */
export function useNeeds() {
  useFreshness();
  return useQuery(needsQuery).data;
}

function useFreshness() {
  const client = useQueryClient();
  useLive(topics, () => void client.invalidateQueries({ queryKey: dashboardKey }));
}
