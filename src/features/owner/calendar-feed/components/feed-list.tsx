import type { Feed } from '@contracts/calendar-feed.ts';
import { FeedRow } from './feed-row.tsx';

export function FeedList({ feeds }: { feeds: readonly Feed[] }) {
  if (feeds.length === 0) {
    return <p className="mt-3 text-ink-soft">None yet. Your bookings are on this site alone.</p>;
  }
  const hasSeveralOwners = new Set(feeds.map(({ owner }) => owner)).size > 1;
  return (
    <ul className="mt-3 border-t border-hairline">
      {feeds.map((feed) => (
        <li key={feed.id} className="border-b border-hairline">
          <FeedRow feed={feed} showsOwner={hasSeveralOwners} />
        </li>
      ))}
    </ul>
  );
}
