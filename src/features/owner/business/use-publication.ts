import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BackendError } from '@/lib/backend.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import {
  businessPageQuery,
  historyQuery,
  publish,
  saveDraft,
  type BusinessPage,
} from './api/business-page.ts';

/** Why something was not published: a sentence, and sentences by path. */
export type PublishProblem = { sentence: string; fields: Readonly<Record<string, string>> };

/** Publishes and discards the draft that the page shows, and restores versions. */
export function usePublication(page: BusinessPage) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<PublishProblem | null>(null);
  const reload = () =>
    Promise.all([
      client.invalidateQueries(businessPageQuery),
      client.invalidateQueries(historyQuery),
    ]);
  const outcome = {
    onMutate: () => setProblem(null),
    onError: (error: Error) => {
      const fields = error instanceof BackendError ? error.fields : {};
      setProblem({ sentence: failureSentence(error), fields });
      void reload();
    },
  };
  const published = useMutation({
    mutationFn: async (version: number | undefined) => {
      // Undo is pressed after the draft has its next revision.
      const { revision } = client.getQueryData(businessPageQuery.queryKey) ?? page;
      await withFreshProof(() => publish(revision, version));
      await reload();
    },
    ...outcome,
  });
  const discarded = useMutation({
    mutationFn: async () => {
      client.setQueryData(businessPageQuery.queryKey, await saveDraft(null, page.revision));
    },
    ...outcome,
  });
  return {
    problem,
    isPublishing: published.isPending,
    publish: (done: () => void) => published.mutate(undefined, { onSuccess: done }),
    restore: (version: number, done: () => void) => published.mutate(version, { onSuccess: done }),
    isDiscarding: discarded.isPending,
    discard: (done: () => void) => discarded.mutate(undefined, { onSuccess: done }),
  };
}
