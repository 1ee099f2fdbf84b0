import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { dashboardKey, type CarOfDay } from './api/dashboard.ts';
import { markVisit } from './api/mark-visit.ts';

const sentences: Record<string, string> = {
  booking_not_found: 'This booking is not there any more.',
  booking_cancelled: 'This booking was cancelled meanwhile.',
  not_confirmed: 'This booking is not paid for yet.',
};

/** Marks a car as done, and takes that back. The card itself shows what became of it. */
export function useVisitMark(car: CarOfDay) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isDone: boolean) => markVisit(car.id, isDone),
    onError: (error) =>
      toast({
        title: 'Not saved',
        description: sentences[error.message] ?? failureSentence(error),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: dashboardKey }),
  });
}
