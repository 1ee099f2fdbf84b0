import { useInfiniteQuery } from '@tanstack/react-query';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { reviewsQuery, type ReviewScope } from './get-reviews.ts';

export const fetchFailure = 'Could not fetch reviews.';

/** The reviews so far, and the way to older ones. Says so when they cannot be had. */
export function useReviews(scope: ReviewScope, service: string | null = null) {
  const query = useInfiniteQuery(reviewsQuery(scope, service));
  useFailureToast(query, fetchFailure);
  return {
    query,
    reviews: query.data?.pages.flatMap((page) => page.reviews) ?? [],
    /** How many there are in all; null where nobody counted. */
    total: query.data?.pages[0]?.total ?? null,
  };
}
