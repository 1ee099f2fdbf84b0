import { useState } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { fetchFailure, useReviews } from '@/entities/review/use-reviews.ts';
import { DeleteHeldBackReviews } from './delete-held-back-reviews.tsx';
import { ReviewSection } from './review-section.tsx';

/** The reviews for administrators: those that wait for approval, those held back if any, then the public ones. */
export default function ReviewManagement() {
  return (
    <Page
      title="Reviews"
      heading="Reviews"
      lead="A review is public once you approve it. You can unapprove or delete it at any time."
    >
      <Reviews />
    </Page>
  );
}

function Reviews() {
  const waiting = useReviews('waiting');
  const published = useReviews('published');
  const heldBack = useReviews('heldBack');
  const queries = [waiting.query, published.query, heldBack.query];
  // Once shown it stays, so that the focus keeps its heading when the last one goes.
  const [showsHeldBack, setShowsHeldBack] = useState(false);
  if (!showsHeldBack && heldBack.reviews.length > 0) setShowsHeldBack(true);

  if (queries.some(({ isPending }) => isPending)) return <Spinner label="Loading reviews" />;
  // Half of it would look like all of it.
  if (queries.some(({ data }) => !data)) {
    return (
      <CouldNotFetch
        title={fetchFailure}
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
        nothing="No reviews are waiting. New reviews appear here first."
      />
      {showsHeldBack && (
        <ReviewSection list={heldBack} heading="Held back" nothing="Nothing is held back.">
          <DeleteHeldBackReviews upTo={heldBack.reviews[0]?.created_at ?? ''} />
        </ReviewSection>
      )}
      <ReviewSection
        list={published}
        heading="Public"
        nothing="No public reviews yet. Approved reviews appear here, on the reviews page and above the footer."
      />
    </div>
  );
}
