import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, type ComponentType } from 'react';
import { useSearchParams, Link } from 'wouter';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { Stars } from '@/components/ui/stars.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { paths } from '@/config/paths.ts';
import { reviewCountsQuery } from '@/entities/review/get-review-counts.ts';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';
import { ReviewCard } from '@/entities/review/review-card.tsx';
import { ReviewGrid } from '@/entities/review/review-grid.tsx';
import { ShowOlder } from '@/entities/review/show-older.tsx';
import { fetchFailure, useReviews } from '@/entities/review/use-reviews.ts';
import { useBusiness } from '@/lib/business.ts';
import { useSession } from '@/lib/session.ts';
import { useTakenOver } from '@/lib/use-taken-over.ts';
import { reviewedServices, summarizeRatings, type ReviewCount } from '@domain/contact/rating.ts';

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

/** The average and its distribution, and the choice of a service. Left out until there are reviews. */
function RatingSummary({ service }: { service: string | null }) {
  const { data: counts = [] } = useQuery(reviewCountsQuery);
  const { count, average, byStars } = summarizeRatings(counts, service);
  return (
    <>
      {average !== null && (
        <section
          aria-label="Rating"
          className="mb-8 grid items-center gap-x-12 gap-y-6 border-y border-hairline py-7 sm:grid-cols-[auto_minmax(0,26rem)]"
        >
          <div>
            <p className="text-6xl leading-none font-semibold tracking-tighter font-wide tabular-nums">
              {average.toFixed(1)}
              <span className="sr-only"> out of 5 stars</span>
            </p>
            <div aria-hidden="true" className="relative mt-3 w-max">
              <Stars rating={0} className="h-5" />
              <div
                className="absolute inset-y-0 left-0 overflow-hidden"
                style={{ width: `${widthOfStars(average)}%` }}
              >
                <Stars rating={5} className="h-5 max-w-none" />
              </div>
            </div>
            <p className="mt-2 text-ink-soft">
              {count} {count === 1 ? 'review' : 'reviews'}
            </p>
          </div>
          <ul aria-label="Reviews by stars" className="grid gap-1.5">
            {byStars.map((row) => (
              <Row key={row.stars} {...row} />
            ))}
          </ul>
        </section>
      )}
      <ServiceChoice counts={counts} chosen={service} />
    </>
  );
}

function Row({ stars, count, share }: { stars: number; count: number; share: number }) {
  return (
    <li className="grid grid-cols-[4rem_1fr_3rem] items-center gap-3 text-sm tabular-nums">
      <span>
        {stars} {stars === 1 ? 'star' : 'stars'}
      </span>
      <span aria-hidden="true" className="rating-bar">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="text-right text-ink-soft">
        {count}
        <span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
      </span>
    </li>
  );
}

type ServiceChoiceProps = { counts: readonly ReviewCount[]; chosen: string | null };

function ServiceChoice({ counts, chosen }: ServiceChoiceProps) {
  const services = reviewedServices(counts);
  if (services.length === 0 && chosen === null) return null;
  const all = summarizeRatings(counts, null).count;
  return (
    <nav aria-label="Reviews by service" className="mb-8">
      <ul className="flex flex-wrap gap-2">
        {[{ name: null, count: all }, ...services].map(({ name, count }) => (
          <li key={name}>
            <Link
              to={name === null ? paths.reviews : `${paths.reviews}?${inAddress(name)}`}
              aria-current={name === chosen ? 'true' : undefined}
              className="chip inline-flex items-center"
            >
              {name ?? 'All services'} ({count})
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const inAddress = (service: string) => new URLSearchParams({ service }).toString();

/** How much of the five stars is drawn, in percent of their width: a star is 20 of 112 wide, the next one begins at 23. */
const widthOfStars = (average: number): number =>
  ((Math.floor(average) * 23 + (average % 1) * 20) / 112) * 100;
