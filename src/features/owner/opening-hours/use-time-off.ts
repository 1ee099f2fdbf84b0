import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { WantedTimeOff } from '@domain/time/time-off.ts';
import { addTimeOff } from '@/entities/time-off/time-off.ts';
import { toast } from '@/lib/toast.ts';
import { timePageQuery } from './api/get-time-page.ts';
import { endTimeOff } from './api/time-off.ts';
import { changeFailure } from './rule-words.ts';

/** Takes time off; `failure` is why that did not work, for as long as nothing else is tried. */
export function useAddTimeOff(onAdded: () => void) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const add = async (wanted: WantedTimeOff) => {
    setFailure(null);
    try {
      const standing = (await addTimeOff(wanted)).length;
      await client.invalidateQueries(timePageQuery);
      toast({ title: 'Time off taken', description: standingSentence(standing) });
      onAdded();
    } catch (error) {
      setFailure(changeFailure(error));
    }
  };
  return { add, failure };
}

function standingSentence(standing: number): string {
  if (standing === 0) return 'These times can no longer be booked.';
  return standing === 1
    ? 'One booking stands inside it and stays. It is among those that do not fit any more.'
    : `${standing} bookings stand inside it and stay. They are among those that do not fit any more.`;
}

export function useEndTimeOff() {
  const client = useQueryClient();
  const [isEnding, setIsEnding] = useState(false);
  const end = async (ids: readonly string[]) => {
    setIsEnding(true);
    try {
      await endTimeOff(ids);
      await client.invalidateQueries(timePageQuery);
      toast({ title: 'Time off ended', description: 'These times can be booked again.' });
    } catch (error) {
      toast({
        title: 'Time off not ended',
        description: changeFailure(error),
        variant: 'destructive',
      });
    } finally {
      setIsEnding(false);
    }
  };
  return { end, isEnding };
}
