import { useEffect, useState } from 'react';
import { getLatestReviews, type LatestReview } from './api/get-latest-reviews.ts';

/** The newest reviews; none while they are on their way and when they cannot be had, which is only logged. */
export function useLatestReviews(): LatestReview[] {
  const [reviews, setReviews] = useState<LatestReview[]>([]);
  useEffect(() => {
    const request = new AbortController();
    const stop = () => request.abort();
    // Leaving the page ends the request too, and that is no failure.
    window.addEventListener('pagehide', stop);
    getLatestReviews(request.signal).then(setReviews, (error: unknown) => {
      if (!request.signal.aborted) console.error('The latest reviews could not be fetched', error);
    });
    return () => {
      window.removeEventListener('pagehide', stop);
      stop();
    };
  }, []);
  return reviews;
}
