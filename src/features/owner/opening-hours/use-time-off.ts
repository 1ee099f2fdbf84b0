import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endTimeOff } from '@/entities/time-off/time-off.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { timePageQuery } from './api/time-page.ts';

/** Shows the page with the new time off, and says how many bookings stand inside it. */
export function useTimeOffTaken() {
  const client = useQueryClient();
  return async (standing: number) => {
    await client.invalidateQueries(timePageQuery);
    toast({ title: 'Time off taken', description: standingSentence(standing) });
  };
}

function standingSentence(standing: number): string {
  if (standing === 0) return 'These times can no longer be booked.';
  return standing === 1
    ? 'One booking stands inside it and stays. It is among those that do not fit any more.'
    : `${standing} bookings stand inside it and stay. They are among those that do not fit any more.`;
}

export function useEndTimeOff(onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: endTimeOff,
    onSuccess: async () => {
      await client.invalidateQueries(timePageQuery);
      toast({ title: 'Time off ended', description: 'These times can be booked again.' });
    },
    onError: toastError('Time off not ended'),
    onSettled,
  });
}
