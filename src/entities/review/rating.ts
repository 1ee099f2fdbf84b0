import { createContext, useContext, useEffect, useState } from 'react';
import type { Rating } from '@contracts/review.ts';
import { pageDatum } from '@/lib/page-data.ts';

export const ratingKey = ['review-rating'];

/** What the page is prerendered with; null where nothing was loaded for it. */
export const RatingOfPage = createContext<Rating | null>(null);

/** How the approved reviews rate the business: the page brings it, or it is loaded once. Null until it is known. */
export function useRating(): Rating | null {
  const ofPage = useContext(RatingOfPage);
  const [rating, setRating] = useState(() => ofPage ?? (pageDatum(ratingKey) as Rating | null));
  useEffect(() => {
    if (rating) return;
    const stop = new AbortController();
    // The page is whole without it: a failure stays silent.
    import('./get-rating.ts')
      .then(({ getRating }) => getRating(stop.signal))
      .then(setRating, () => undefined);
    return () => stop.abort();
  }, [rating]);
  return rating;
}
