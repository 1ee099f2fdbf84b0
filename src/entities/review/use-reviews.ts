import { useEffect } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { reviewsQuery, type ReviewScope } from './get-reviews.ts';

export const fetchFailure = { title: 'Error', description: 'Could not fetch reviews.' };

/** The reviews so far, and the way to older ones. Says so when they cannot be had. */
export function useReviews(scope: ReviewScope) {
  const query = useInfiniteQuery(reviewsQuery(scope));
  const { isError, errorUpdatedAt } = query;
  useEffect(() => {
    if (isError) toast({ ...fetchFailure, variant: 'destructive' });
  }, [isError, errorUpdatedAt]);
  return {
    query,
    reviews: query.data?.pages.flatMap((page) => page.reviews) ?? [],
    /** How many there are in all; null where nobody counted. */
    total: query.data?.pages[0]?.total ?? null,
  };
}
