import { useQuery } from '@tanstack/react-query';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import type { Feed } from '@contracts/calendar-feed.ts';
import { feedsQuery } from '../api/feeds.ts';
import { NewFeed } from './new-feed.tsx';
import { FeedRow } from './feed-row.tsx';

/** Private addresses by which a phone's own calendar shows the bookings. */
export default function CalendarFeedScreen() {
  return (
    <Page
      title="Phone calendar"
      heading="Phone calendar"
      width="narrow"
      lead="A private address for your phone’s calendar app. It shows every visit with address, phone number and amount due, and your blocked time. Anyone with the address can read it, so create one for each device."
    >
      <NewFeed />
      <Feeds />
    </Page>
  );
}

function Feeds() {
  const { data, isFetching, refetch } = useQuery(feedsQuery);
  return (
    <section aria-labelledby="your-addresses" className="mt-14">
      <h2 id="your-addresses" className="heading-3" tabIndex={-1}>
        Calendar addresses
      </h2>
      {data ? (
        <FeedList feeds={data} />
      ) : isFetching ? (
        <Spinner className="mt-4" label="Loading the addresses" />
      ) : (
        <CouldNotFetch
          className="mt-4"
          title="Could not load the addresses."
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

function FeedList({ feeds }: { feeds: readonly Feed[] }) {
  if (feeds.length === 0) {
    return <p className="mt-3 text-ink-soft">No calendar addresses yet.</p>;
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
