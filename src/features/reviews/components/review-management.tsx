import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { fetchFailure, useReviews } from '../use-reviews.ts';
import { ReviewSection } from './review-section.tsx';

/** The reviews for administrators: first those that wait for a word, then those the public reads. */
export default function ReviewManagement() {
  return (
    <Page
      title="Reviews"
      heading="What the public gets to read."
      lead="A review is shown once you approve it. You can take it back at any time, or delete it."
    >
      <Reviews />
    </Page>
  );
}

function Reviews() {
  const waiting = useReviews('waiting');
  const published = useReviews('published');
  const queries = [waiting.query, published.query];

  if (queries.some(({ isPending }) => isPending)) return <Spinner label="Loading reviews" />;
  // Half of it would look like all of it.
  if (queries.some(({ data }) => !data)) {
    return (
      <CouldNotFetch
        title={fetchFailure.description}
        isBusy={queries.some(({ isFetching }) => isFetching)}
        onRetry={() => queries.forEach((query) => void query.refetch())}
      />
    );
  }
  return (
    <div className="grid gap-16">
      <ReviewSection
        list={waiting}
        heading="Waiting for approval"
        nothing="Nothing is waiting. New reviews appear here first."
      />
      <ReviewSection
        list={published}
        heading="Public"
        nothing="No review is public yet. Those you approve appear here, on the reviews page and above the footer."
      />
    </div>
  );
}
