import { Suspense, useRef, type ComponentType } from 'react';
import { useSearchParams } from 'wouter';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { paths } from '@/config/paths.ts';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';
import { ReviewCard } from '@/entities/review/review-card.tsx';
import { ReviewGrid } from '@/entities/review/review-grid.tsx';
import { ShowOlder } from '@/entities/review/show-older.tsx';
import { fetchFailure, useReviews } from '@/entities/review/use-reviews.ts';
import { useSession } from '@/lib/session.ts';
import { useTakenOver } from '@/lib/use-taken-over.ts';
import { RatingSummary } from './rating-summary.tsx';
import { useBusiness } from '@/lib/business.ts';

type ManagedReview = ComponentType<{
  review: ReviewRecord;
  focusAfter: () => HTMLElement | null;
}>;

/** `ManagedReview` is a review for the person who manages them. */
export function ReviewsScreen({ ManagedReview }: { ManagedReview: ManagedReview }) {
  const isManager = useManagesReviews();
  const [query] = useSearchParams();
  // The page is the same for every address until the app has taken it over.
  const service = (useTakenOver() && query.get('service')) || null;
  return (
    <Page
      title={pageTitles.reviews}
      heading="Reviews"
      lead={
        <>
          <p>Reviews by our customers.</p>
          <ButtonLink to={paths.leaveReview} className="mt-7">
            Leave a Review
          </ButtonLink>
        </>
      }
    >
      <RatingSummary service={service} />
      <Suspense fallback={<Spinner label="Loading reviews" />}>
        <ReviewList
          key={String(isManager)}
          service={service}
          Managed={isManager ? ManagedReview : null}
        />
      </Suspense>
    </Page>
  );
}

type ReviewListProps = { service: string | null; Managed: ManagedReview | null };

function ReviewList({ service, Managed }: ReviewListProps) {
  const { query, reviews } = useReviews(Managed ? 'all' : 'public', service);
  const list = useRef<HTMLElement>(null);
  if (query.isPending) return <Spinner label="Loading reviews" />;
  if (query.isError && reviews.length === 0) {
    return (
      <CouldNotFetch
        title={fetchFailure}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <section ref={list} tabIndex={-1} aria-label="Reviews" className="focus-quiet">
      {reviews.length === 0 && <NoReviewsYet service={service} />}
      <ReviewGrid label="Reviews" reviews={reviews}>
        {(review) =>
          Managed ? (
            <Managed review={review} focusAfter={() => list.current} />
          ) : (
            <ReviewCard review={review} />
          )
        }
      </ReviewGrid>
      <ShowOlder query={query} />
    </section>
  );
}

function NoReviewsYet({ service }: { service: string | null }) {
  return (
    <div className="border-y border-hairline py-14 text-center sm:py-20">
      <p className="heading-2">No reviews yet.</p>
      <p className="mx-auto mt-4 max-w-md text-ink-soft">
        {service === null
          ? 'Have we detailed your car? Be the first to leave a review.'
          : `No reviews of ${service} yet. Choose another service above.`}
      </p>
    </div>
  );
}

/**
 * Whether the person at the screen looks after the reviews in their place: whoever signed in with the
 * info address of the business, administrator or not. It only decides what is shown; the database
 * decides what is allowed.
 */
function useManagesReviews(): boolean {
  const { facts } = useBusiness();
  const session = useSession();
  return session.status === 'signed-in' && session.user.email.toLowerCase() === facts.infoEmail;
}
