import { useState, useRef, type ReactNode } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { DeleteAllHeldBack } from '@/components/delete-all-held-back.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { everyReviewsKey } from '@/entities/review/get-reviews.ts';
import { ReviewGrid } from '@/entities/review/review-grid.tsx';
import { ShowOlder } from '@/entities/review/show-older.tsx';
import { fetchFailure, useReviews } from '@/entities/review/use-reviews.ts';
import { deleteHeldBackReviews } from '../api/change-review.ts';
import ManagedReview from './managed-review.tsx';

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

type ReviewSectionProps = {
  list: ReturnType<typeof useReviews>;
  heading: string;
  /** What stands here while there is none. */
  nothing: string;
  /** What can be done to all of them; stands above the first. */
  children?: ReactNode;
};

/** One kind of review, with how many there are. */
function ReviewSection({ list, heading, nothing, children }: ReviewSectionProps) {
  const { query, reviews, total } = list;
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-label={heading}>
      <h2
        ref={title}
        tabIndex={-1}
        className="mb-3 flex items-baseline gap-3 heading-2 focus-quiet md:mb-6"
      >
        {heading} <span className="text-ink-soft tabular-nums">({total ?? reviews.length})</span>
      </h2>
      {reviews.length === 0 && (
        <p className="border-y border-hairline py-5 text-ink-soft md:py-8">{nothing}</p>
      )}
      {reviews.length > 0 && children}
      <ReviewGrid label={heading} reviews={reviews}>
        {(review) => <ManagedReview review={review} isSorted focusAfter={() => title.current} />}
      </ReviewGrid>
      <ShowOlder query={query} />
    </section>
  );
}
