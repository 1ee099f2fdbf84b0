import { queryOptions } from '@tanstack/react-query';
import { reviewCounts } from '@contracts/review.ts';
import { guestRest, type Rest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';
import { everyReviewsKey } from './get-reviews.ts';

/** How many approved reviews of each service have each rating. */
export const reviewCountsQuery = queryOptions({
  queryKey: [...everyReviewsKey, 'counts'],
  queryFn: ({ signal }) => getReviewCounts(guestRest(), signal),
});

/** Throws when they cannot be loaded. */
export const getReviewCounts = (rest: Rest, signal: AbortSignal) =>
  rpc(rest, reviewCounts, {}, { signal });
