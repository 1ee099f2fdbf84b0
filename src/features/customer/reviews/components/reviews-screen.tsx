import { useRef } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { paths } from '@/config/paths.ts';
import { useManagesReviews } from '../use-manages-reviews.ts';
import { fetchFailure, useReviews } from '../use-reviews.ts';
import { ManagedReview } from './managed-review.tsx';
import { ReviewCard } from './review-card.tsx';
import { ReviewGrid } from './review-grid.tsx';
import { ShowOlder } from './show-older.tsx';

export function ReviewsScreen() {
  const isManager = useManagesReviews();
  return (
    <Page
      title={pageTitles.reviews}
      heading="In our customers’ words."
      lead={
        <>
          <p>What people say once they have their keys back.</p>
          <ButtonLink to={paths.leaveReview} className="mt-7">
            Leave a Review
          </ButtonLink>
        </>
      }
    >
      <ReviewList key={String(isManager)} isManager={isManager} />
    </Page>
  );
}

function ReviewList({ isManager }: { isManager: boolean }) {
  const { query, reviews } = useReviews(isManager ? 'all' : 'public');
  const list = useRef<HTMLElement>(null);
  if (query.isPending) return <Spinner label="Loading reviews" />;
  if (query.isError && reviews.length === 0) {
    return (
      <CouldNotFetch
        title={fetchFailure.description}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <section ref={list} tabIndex={-1} aria-label="Reviews" className="focus-quiet">
      {reviews.length === 0 && <NoReviewsYet />}
      <ReviewGrid label="Reviews" reviews={reviews}>
        {(review) =>
          isManager ? (
            <ManagedReview review={review} focusAfter={() => list.current} />
          ) : (
            <ReviewCard review={review} />
          )
        }
      </ReviewGrid>
      <ShowOlder query={query} />
    </section>
  );
}

function NoReviewsYet() {
  return (
    <div className="border-y border-hairline py-14 text-center sm:py-20">
      <p className="heading-2">No reviews yet.</p>
      <p className="mx-auto mt-4 max-w-md text-ink-soft">
        Had your car done by us? Be the first to say how it went.
      </p>
    </div>
  );
}
