import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { toast } from '@/lib/toast.ts';
import { createFeed, feedsKey, revokeFeed, type Feed } from './api/feeds.ts';

const refusals: Record<string, string> = {
  label_missing: 'Please give it a name of up to 60 letters.',
  too_many_feeds: 'You have ten addresses already. Please take one back first.',
};

/** What to say when an address could not be made. */
export const refusalOf = (error: Error): string =>
  refusals[error.message] ?? failureSentence(error);

export function useNewFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (label: string) => withFreshProof(() => createFeed(label)),
    onSuccess: () => client.invalidateQueries({ queryKey: feedsKey }),
  });
}

export function useRevocation(feed: Feed, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => revokeFeed(feed.id),
    onSuccess: async () => {
      toast({ title: `“${feed.label}” is taken back.` });
      await client.invalidateQueries({ queryKey: feedsKey });
      onDone();
    },
    onError: (error) =>
      toast({
        title: 'Not taken back',
        description: failureSentence(error),
        variant: 'destructive',
      }),
  });
}
