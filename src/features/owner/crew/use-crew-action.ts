import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast, toastFailure, type Toast } from '@/lib/toast.ts';
import { crewDaysKey } from './api/crew-days.ts';

type Told<Input, Answer> = {
  done?: (
    input: Input,
    answer: Answer,
  ) => Pick<Toast, 'title' | 'description'> & Partial<Pick<Toast, 'duration' | 'action'>>;
  /** The title of what is said when it failed; left out where a form says so itself. */
  failed?: string;
  onDone?: () => void;
};

/** Does something to a visit, and shows the day as it stands then. */
export function useCrewAction<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  told: Told<Input, Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (answer, input) => {
      await client.invalidateQueries({ queryKey: crewDaysKey });
      if (told.done) toast(told.done(input, answer));
      told.onDone?.();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: crewDaysKey });
      if (told.failed) toastFailure(told.failed, failureSentence(error));
    },
  });
}
