import type { CarOfDay } from '@contracts/dashboard.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { dashboardKey } from './api/dashboard.ts';
import { markVisit } from '@/entities/visit/mark-visit.ts';

/** Marks a car as done, and takes that back. The card itself shows what became of it. */
export function useVisitMark(car: CarOfDay) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isDone: boolean) => markVisit(car.id, isDone ? 'done' : 'undo'),
    onError: (error) =>
      toast({
        title: 'Not saved',
        description: failureSentence(error),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: dashboardKey }),
  });
}
