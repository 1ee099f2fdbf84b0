import { queryOptions } from '@tanstack/react-query';
import { unansweredQuestions } from '@contracts/unanswered-questions.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const unansweredQuery = queryOptions({
  queryKey: ['unanswered-questions'],
  queryFn: ({ signal }) => ownRpc(unansweredQuestions, {}, { signal }),
});

export async function deleteUnanswered(ids: readonly string[]): Promise<void> {
  for (const id of ids) await ownRpc('delete_unanswered_question', { question_id: id });
}
