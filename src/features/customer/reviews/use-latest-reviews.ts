import { useEffect, useState } from 'react';
import { logFailure } from '@/lib/log-failure.ts';
import { getLatestReviews, type LatestReview } from './api/get-latest-reviews.ts';
import { onPublicChange } from '@/entities/review/public-changes.ts';

/** The newest reviews; none while they are on their way and when they cannot be had, which is only logged. */
export function useLatestReviews(): LatestReview[] {
  const [reviews, setReviews] = useState<LatestReview[]>([]);
  useEffect(() => {
    let request = new AbortController();
    const fetchAnew = () => {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      getLatestReviews(signal).then(setReviews, (error: unknown) => {
        if (!signal.aborted) logFailure('The latest reviews could not be fetched', error);
      });
    };
    fetchAnew();
    const stop = onPublicChange(fetchAnew);
    return () => {
      stop();
      request.abort();
    };
  }, []);
  return reviews;
}
