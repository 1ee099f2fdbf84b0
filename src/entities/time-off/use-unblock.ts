import { useMutation } from '@tanstack/react-query';
import type { WantedTimeOff } from '@domain/time/time-off.ts';
import { failureSentence, toastError } from '@/lib/failure-sentence.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { addTimeOff, endTimeOff } from './time-off.ts';

/** Blocked time as the database keeps it: whole days begin at 00:00 and end at 24:00. */
type Blocked = {
  ids: readonly string[];
  fromDay: string;
  from: string;
  untilDay: string;
  until: string;
  reason: string;
  crew: number | null;
};

/** Unblocks time at once, and offers to block it again as it was. `refresh` loads what either has changed. */
export function useUnblock(refresh: () => Promise<unknown>) {
  const undo = useMutation({
    mutationFn: (blocked: Blocked) => addTimeOff(asWanted(blocked)),
    onSuccess: () => void toast({ title: 'Time blocked again' }),
    onError: (error) => void toastFailure('Time not blocked again', failureSentence(error)),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: ({ ids }: Blocked) => endTimeOff(ids),
    onSuccess: (_nothing, blocked) => {
      toast({
        title: 'Time unblocked',
        description: 'Customers can book these times again.',
        duration: 10_000,
        action: { label: 'Undo', onSelect: () => undo.mutate(blocked) },
      });
    },
    onError: toastError('Time not unblocked'),
    onSettled: refresh,
  });
}

const asWanted = ({ from, until, fromDay, untilDay, reason, crew }: Blocked): WantedTimeOff => ({
  fromDay,
  untilDay,
  fromTime: from === '00:00' ? null : from,
  untilTime: until === '24:00' ? null : until,
  reason,
  crew,
});
