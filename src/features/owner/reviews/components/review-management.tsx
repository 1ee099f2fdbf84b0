import { useState } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { DeleteAllHeldBack } from '@/components/delete-all-held-back.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { everyReviewsKey } from '@/entities/review/get-reviews.ts';
import { fetchFailure, useReviews } from '@/entities/review/use-reviews.ts';
import { deleteHeldBackReviews } from '../api/change-review.ts';
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
    <div className="grid gap-10 md:gap-16">
      <ReviewSection
        list={waiting}
        heading="Waiting for approval"
        nothing="No reviews are waiting. New reviews appear here first."
      />
      {showsHeldBack && (
        <ReviewSection list={heldBack} heading="Held back" nothing="Nothing is held back.">
          <div className="mb-6">
            <p className="mb-4 text-ink-soft">
              Too many reviews came in within an hour. Release the genuine ones and delete the rest.
            </p>
            <DeleteAllHeldBack
              upTo={heldBack.reviews[0]?.created_at ?? ''}
              one="review"
              many="reviews"
              along=" and their photos"
              run={deleteHeldBackReviews}
              queryKey={everyReviewsKey}
            />
          </div>
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
