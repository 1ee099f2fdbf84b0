import type { CarOfDay } from '@contracts/dashboard.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '@/lib/failure-sentence.ts';
import { dashboardKey } from './api/dashboard.ts';
import { markVisit } from '@/entities/visit/mark-visit.ts';
import { takeStep, type StepTaken } from '@/entities/visit/visit-steps.ts';
import { toast } from '@/lib/toast.ts';

/** Marks a car as done, and takes that back. The card itself shows what became of it. */
export function useVisitMark(car: CarOfDay) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isDone: boolean) => markVisit(car.id, isDone ? 'done' : 'undo'),
    onError: toastError('Not saved'),
    onSettled: () => client.invalidateQueries({ queryKey: dashboardKey }),
  });
}

/** Takes a step of a visit: on my way, start work, or back. */
export function useVisitStep(car: CarOfDay) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (taken: StepTaken) => takeStep(car, taken),
    onSuccess: (told) => void toast(told),
    onError: toastError('Not saved'),
    onSettled: () => client.invalidateQueries({ queryKey: dashboardKey }),
  });
}
