import { useRef, type ReactNode } from 'react';
import type { useReviews } from '@/entities/review/use-reviews.ts';
import ManagedReview from './managed-review.tsx';
import { ReviewGrid } from '@/entities/review/review-grid.tsx';
import { ShowOlder } from '@/entities/review/show-older.tsx';

type ReviewSectionProps = {
  list: ReturnType<typeof useReviews>;
  heading: string;
  /** What stands here while there is none. */
  nothing: string;
  /** What can be done to all of them; stands above the first. */
  children?: ReactNode;
};

/** One kind of review, with how many there are. */
export function ReviewSection({ list, heading, nothing, children }: ReviewSectionProps) {
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
