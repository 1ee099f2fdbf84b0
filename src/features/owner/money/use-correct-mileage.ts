import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MileageDay } from '@contracts/route.ts';
import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { correctMileage, mileageKey } from './api/mileage.ts';

/** Sets the kilometres of a day, or returns to the estimate with null, and offers to undo it. */
export function useCorrectMileage(line: MileageDay) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: mileageKey });
  const onError = (error: Error) => toastFailure('Not saved', failureSentence(error));
  return useMutation({
    mutationFn: (kilometres: number | null) => correctMileage(line, kilometres),
    onSuccess: () =>
      toast({
        title: 'Saved',
        description: `The kilometres of ${formatDay(line.day)} are saved.`,
        action: {
          label: 'Undo',
          onSelect: () => {
            void correctMileage(line, line.corrected_kilometres).catch(onError).then(refresh);
          },
        },
      }),
    onError,
    onSettled: refresh,
  });
}
