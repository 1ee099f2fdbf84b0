import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { inquiriesKey } from './api/inquiry.ts';

type Deletion<Answer> = {
  run: () => Promise<Answer>;
  /** What to say about it once it is done. */
  done: (answer: Answer) => string;
  onDone?: () => void;
  /** Done or refused. */
  onSettled: () => void;
};

/** Deletes inquiries that are held back, and says what became of it. */
export function useDeletion<Answer>({ run, done, onDone, onSettled }: Deletion<Answer>) {
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
      await client.invalidateQueries({ queryKey: inquiriesKey });
    },
  });
}
