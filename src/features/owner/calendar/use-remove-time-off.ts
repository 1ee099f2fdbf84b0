import type { TimeOff } from '@contracts/calendar.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addTimeOff, endTimeOff } from '@/entities/time-off/time-off.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { calendarKey } from './api/calendar-range.ts';

/** Ends time off, and offers to take it again as it was. */
export function useRemoveTimeOff(timeOff: TimeOff, onRemoved: () => void) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: calendarKey });
  const failed = (title: string) => (error: unknown) =>
    void toastFailure(title, failureSentence(error));
  const undo = useMutation({
    mutationFn: () => addTimeOff(asWanted(timeOff)),
    onSuccess: () => void toast({ title: 'Time blocked again' }),
    onError: failed('Time not blocked again'),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: () => endTimeOff([timeOff.id]),
    onSuccess: () => {
      toast({
        title: 'Time unblocked',
        description: 'Customers can book these times again.',
        duration: 10_000,
        action: { label: 'Undo', onSelect: () => undo.mutate() },
      });
      onRemoved();
    },
    onError: failed('Time not unblocked'),
    onSettled: refresh,
  });
}

const asWanted = ({ day, from, until, reason, crew }: TimeOff) => ({
  fromDay: day,
  untilDay: day,
  fromTime: from === '00:00' ? null : from,
  untilTime: until === '24:00' ? null : until,
  reason,
  crew,
});
