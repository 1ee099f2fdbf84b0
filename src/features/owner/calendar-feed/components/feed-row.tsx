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
          Created {formatInstantDay(feed.created_at)}
          {showsOwner && ` by ${feed.owner}`},{' '}
          {feed.last_used_at ? `last read ${formatInstantDay(feed.last_used_at)}` : 'never read'}
        </p>
      </div>
      <Button variant="ghost" className="px-0" onClick={() => setIsAsking(true)}>
        Revoke<span className="sr-only"> {feed.label}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Revoke “${feed.label}”?`}
        description="Calendars with this address stop updating. You can’t undo this, but you can create a new address."
        confirmLabel="Revoke address"
        cancelLabel="Keep address"
        variant="danger"
        busy={revocation.isPending}
        onConfirm={() => revocation.mutate()}
        focusAfter={() => document.getElementById('your-addresses')}
      />
    </div>
  );
}
