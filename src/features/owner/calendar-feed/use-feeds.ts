import type { Feed } from '@contracts/calendar-feed.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '@/lib/failure-sentence.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { toast } from '@/lib/toast.ts';
import { createFeed, feedsKey, revokeFeed } from './api/feeds.ts';

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
      toast({ title: `“${feed.label}” is revoked.` });
      await client.invalidateQueries({ queryKey: feedsKey });
      onDone();
    },
    onError: toastError('Address not revoked'),
  });
}
