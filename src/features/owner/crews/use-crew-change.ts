import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { crewsKey } from '@/entities/crew/crews-query.ts';

/** Changes the crews, loads them again, and says what was done. Failures are for the form to say. */
export function useCrewChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  done: (input: Input, answer: Answer) => { title: string; description: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer, input) => {
      await client.invalidateQueries({ queryKey: crewsKey });
      toast(done(input, answer));
    },
  });
}
