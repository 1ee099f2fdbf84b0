import type { CarOfDay, PastVisit } from '@contracts/dashboard.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureSentence, toastError } from '@/lib/failure-sentence.ts';
import { takeStep, toldOfStep, type StepTaken } from '@/entities/visit/visit-steps.ts';
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

const markPast = ({ id, day, customer_name: name }: PastVisit, kind: 'done' | 'undo_mark') =>
  doOperation({
    bookingId: id,
    kind,
    input: {},
    basedOn: { booking_date: day, mark: kind === 'done' ? null : 'done' },
    visit: `${name}, ${formatShortDay(day)}`,
  });

/** Marks past visits as done, one after the other, and offers to take back those that were saved. */
export function usePastMarks() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: dashboardKey });
  const undo = useMutation({
    mutationFn: async (visits: readonly PastVisit[]) => {
      for (const visit of visits) await markPast(visit, 'undo_mark');
    },
    onError: toastError('Not undone'),
    onSettled: reload,
  });
  return useMutation({
    mutationFn: async (visits: readonly PastVisit[]) => {
      const marked: PastVisit[] = [];
      for (const visit of visits) {
        try {
          await markPast(visit, 'done');
        } catch (error) {
          if (marked.length === 0) throw error;
          return { marked, description: `The others are not saved: ${failureSentence(error)}` };
        }
        marked.push(visit);
      }
      return { marked };
    },
    onSuccess: ({ marked, description }) =>
      toast({
        title: marked.length === 1 ? '1 visit marked done' : `${marked.length} visits marked done`,
        ...(description && { description }),
        action: { label: 'Undo', onSelect: () => undo.mutate(marked) },
      }),
    onError: toastError('Not saved'),
    onSettled: reload,
  });
}

/** Takes a step of a visit: on my way, start work, or back. */
export function useVisitStep(car: CarOfDay) {
  const client = useQueryClient();
  const steps = useMutation({
    mutationFn: (taken: StepTaken) => takeStep(car, taken),
    onSuccess: (told, taken) =>
      void toast(toldOfStep(told, taken, () => steps.mutate({ step: 'undo-way' }))),
    onError: toastError('Not saved'),
    onSettled: () => client.invalidateQueries({ queryKey: dashboardKey }),
  });
  return steps;
}
