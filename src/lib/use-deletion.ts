import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from './failure-sentence.ts';
import { toast } from './toast.ts';

type Deletion<Answer> = {
  /** What is loaded again afterwards. */
  queryKey: readonly unknown[];
  run: () => Promise<Answer>;
  /** What to say about it once it is done. */
  done: (answer: Answer) => string;
  onDone?: () => void;
  /** Done or refused. */
  onSettled: () => void;
};

/** Deletes something and says so, or why not. */
export function useDeletion<Answer>({ queryKey, run, done, onDone, onSettled }: Deletion<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (answer) => {
      toast({ title: done(answer) });
      onDone?.();
    },
    onError: toastError('Not deleted'),
    onSettled: async () => {
      onSettled();
      await client.invalidateQueries({ queryKey });
    },
  });
}
