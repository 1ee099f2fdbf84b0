import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { deleteUnanswered, unansweredQuery } from './api/unanswered-questions.ts';

/** The questions that the chat could not answer; none while they cannot be loaded. */
export function useUnanswered() {
  const client = useQueryClient();
  const { data: questions = [] } = useQuery(unansweredQuery);
  const { mutate: remove } = useMutation({
    mutationFn: deleteUnanswered,
    onSuccess: (_, ids) =>
      client.setQueryData(unansweredQuery.queryKey, (known) =>
        known?.filter(({ id }) => !ids.includes(id)),
      ),
    onError: (error) => toast({ title: 'Not deleted', description: failureSentence(error) }),
  });
  return { questions, remove };
}
