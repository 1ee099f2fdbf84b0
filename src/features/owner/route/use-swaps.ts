import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { proposeSwap, routeKey, withdrawSwap, type Pair } from './api/get-route.ts';

/** Asking both customers of a swap, and withdrawing the question. */
export function useSwaps() {
  const client = useQueryClient();
  const options = {
    onError: (error: Error) => toastFailure('Nothing changed', failureSentence(error)),
    onSettled: () => client.invalidateQueries({ queryKey: routeKey }),
  };
  const ask = useMutation({
    mutationFn: (pair: Pair) => proposeSwap(pair),
    onSuccess: () =>
      toast({ title: 'Emails queued', description: 'Both customers are asked by email.' }),
    ...options,
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => withdrawSwap(id),
    onSuccess: () =>
      toast({ title: 'Withdrawn', description: 'Both appointments stand as they are.' }),
    ...options,
  });
  return { ask, withdraw };
}
