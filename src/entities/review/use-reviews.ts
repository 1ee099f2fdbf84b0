import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { knownOf, reviewsQuery, type ReviewScope } from './get-reviews.ts';

export const fetchFailure = 'Could not fetch reviews.';

/**
 * The reviews so far, and the way to older ones. Those of a service come first from the loaded ones of all services, so
 * that a card stays the same while the rest loads. Says so when they cannot be had.
 */
export function useReviews(scope: ReviewScope, service: string | null = null) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...reviewsQuery(scope, service),
    placeholderData: () => knownOf(service, client.getQueryData(reviewsQuery(scope).queryKey)),
  });
  useFailureToast(query, fetchFailure);
  return {
    query,
    reviews: query.data?.pages.flatMap((page) => page.reviews) ?? [],
    /** How many there are in all; null where nobody counted. */
    total: query.data?.pages[0]?.total ?? null,
  };
}
