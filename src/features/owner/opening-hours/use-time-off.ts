import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { timePageQuery } from './api/time-page.ts';

/** Shows the page with the new time off, and says how many bookings stand inside it. */
export function useTimeOffTaken() {
  const client = useQueryClient();
  return async (standing: number) => {
    await client.invalidateQueries(timePageQuery);
    toast({ title: 'Time blocked', description: standingSentence(standing) });
  };
}

function standingSentence(standing: number): string {
  if (standing === 0) return 'Customers can no longer book these times.';
  return standing === 1
    ? 'One booking falls in this time. It stays, and is listed under the bookings outside your rules.'
    : `${standing} bookings fall in this time. They stay, and are listed under the bookings outside your rules.`;
}
