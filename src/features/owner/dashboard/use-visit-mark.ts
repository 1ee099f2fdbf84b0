import type { CarOfDay } from '@contracts/dashboard.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '@/lib/failure-sentence.ts';
import { takeStep, type StepTaken } from '@/entities/visit/visit-steps.ts';
import { toast } from '@/lib/toast.ts';
import { dashboardKey, dashboardQuery } from './api/dashboard.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { doOperation } from '@/lib/on-device/do-operation.ts';

/** Marks a car as done, and takes that back. The card itself shows what became of it. */
export function useVisitMark(car: CarOfDay) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isDone: boolean) =>
      doOperation({
        bookingId: car.id,
        kind: isDone ? 'done' : 'undo_mark',
        input: {},
        basedOn: {
          booking_date: client.getQueryData(dashboardQuery.queryKey)?.today ?? null,
          booking_time: car.booking_time,
          mark: car.done_at ? 'done' : car.no_show_at ? 'no_show' : null,
        },
        visit: `${car.customer_name}, ${formatTime(car.booking_time)}`,
      }),
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
