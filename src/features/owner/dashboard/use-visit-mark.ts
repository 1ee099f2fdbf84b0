import type { CarOfDay, PastVisit } from '@contracts/dashboard.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '@/lib/failure-sentence.ts';
import { takeStep, type StepTaken } from '@/entities/visit/visit-steps.ts';
import { toast } from '@/lib/toast.ts';
import { dashboardKey, dashboardQuery } from './api/dashboard.ts';
import { formatShortDay } from '@/lib/days.ts';
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

/** Marks past visits as done, one after the other, and offers to take that back. */
export function usePastMarks() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: dashboardKey });
  const markAll = async (visits: readonly PastVisit[], kind: 'done' | 'undo_mark') => {
    for (const { id, day, customer_name: name } of visits) {
      await doOperation({
        bookingId: id,
        kind,
        input: {},
        basedOn: { booking_date: day, mark: kind === 'done' ? null : 'done' },
        visit: `${name}, ${formatShortDay(day)}`,
      });
    }
  };
  const undo = useMutation({
    mutationFn: (visits: readonly PastVisit[]) => markAll(visits, 'undo_mark'),
    onError: toastError('Not undone'),
    onSettled: reload,
  });
  return useMutation({
    mutationFn: (visits: readonly PastVisit[]) => markAll(visits, 'done'),
    onSuccess: (_, visits) =>
      toast({
        title: visits.length === 1 ? 'Marked done' : `${visits.length} visits marked done`,
        action: { label: 'Undo', onSelect: () => undo.mutate(visits) },
      }),
    onError: toastError('Not all are saved'),
    onSettled: reload,
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
