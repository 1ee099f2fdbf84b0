import type { ReactNode } from 'react';
import type { ReviewRecord } from './get-reviews.ts';

type ReviewGridProps = {
  label: string;
  reviews: ReviewRecord[];
  children: (review: ReviewRecord) => ReactNode;
};

/** Reviews in three columns, in fewer where there is no room. */
export function ReviewGrid({ label, reviews, children }: ReviewGridProps) {
  if (reviews.length === 0) return null;
  return (
    <ul
      aria-label={label}
      // One that is unfolded does not stretch its neighbours.
      className="grid gap-5 has-data-unfolded:items-start sm:grid-cols-2 lg:grid-cols-3"
    >
      {reviews.map((review) => (
        <li key={review.id} className="min-w-0">
          {children(review)}
        </li>
      ))}
    </ul>
  );
}
