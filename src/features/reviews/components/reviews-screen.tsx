import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { fetchFailure, useReviews } from '../use-reviews.ts';
import { ReviewCard } from './review-card.tsx';

export function ReviewsScreen() {
  return (
    <Page
      title="Reviews"
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
      <ReviewList />
    </Page>
  );
}

function ReviewList() {
  const { query, reviews } = useReviews();
  const { isPending, isError, isFetching, isFetchingNextPage, hasNextPage } = query;
  if (isPending) return <Spinner label="Loading reviews" />;
  if (isError && reviews.length === 0) {
    return <CouldNotFetch isBusy={isFetching} onRetry={() => void query.refetch()} />;
  }
  if (reviews.length === 0) return <NoReviewsYet />;
  return (
    <>
      <ul aria-label="Reviews" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-10 text-center">
          <Button
            variant="secondary"
            busy={isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show Older Reviews
          </Button>
        </div>
      )}
    </>
  );
}

function CouldNotFetch({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <Notice tone="danger" title={fetchFailure.description}>
      <p>Please check your connection and try again.</p>
      <Button variant="secondary" className="mt-5" busy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </Notice>
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
