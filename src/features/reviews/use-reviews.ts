import { useEffect } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { reviewsQuery } from './api/get-reviews.ts';

export const fetchFailure = { title: 'Error', description: 'Could not fetch reviews.' };

/** The reviews so far, and the way to older ones. Says so when they cannot be had. */
export function useReviews() {
  const query = useInfiniteQuery(reviewsQuery);
  const { isError, errorUpdatedAt } = query;
  useEffect(() => {
    if (isError) toast({ ...fetchFailure, variant: 'destructive' });
  }, [isError, errorUpdatedAt]);
  return { query, reviews: query.data?.pages.flat() ?? [] };
}
