import { useEffect, useState } from 'react';
import { logFailure } from '@/lib/log-failure.ts';
import { getLatestReviews, type LatestReview } from './api/get-latest-reviews.ts';

/** The newest reviews; none while they are on their way and when they cannot be had, which is only logged. */
export function useLatestReviews(): LatestReview[] {
  const [reviews, setReviews] = useState<LatestReview[]>([]);
  useEffect(() => {
    const request = new AbortController();
    getLatestReviews(request.signal).then(setReviews, (error: unknown) => {
      if (!request.signal.aborted) logFailure('The latest reviews could not be fetched', error);
    });
    return () => request.abort();
  }, []);
  return reviews;
}
