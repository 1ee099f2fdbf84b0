import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatInstantDay } from '@/lib/moments.ts';
import type { Feed } from '@contracts/calendar-feed.ts';
import { useRevocation } from '../use-feeds.ts';

/** One address: what it is for, whether a calendar reads it, and the way to end that. */
export function FeedRow({ feed, showsOwner }: { feed: Feed; showsOwner: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const revocation = useRevocation(feed, () => setIsAsking(false));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{feed.label}</p>
        <p className="text-sm text-ink-soft">
          Made {formatInstantDay(feed.created_at)}
          {showsOwner && ` by ${feed.owner}`},{' '}
          {feed.last_used_at
            ? `last read ${formatInstantDay(feed.last_used_at)}`
            : 'never read so far'}
        </p>
      </div>
      <Button variant="ghost" className="px-0" onClick={() => setIsAsking(true)}>
        Take Back<span className="sr-only"> {feed.label}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Take back “${feed.label}”?`}
        description="The calendar that reads this address gets nothing from then on. It cannot be given back; you can make another one."
        confirmLabel="Take back"
        cancelLabel="Keep it"
        variant="danger"
        busy={revocation.isPending}
        onConfirm={() => revocation.mutate()}
        focusAfter={() => document.getElementById('your-addresses')}
      />
    </div>
  );
}
