import { useState, useEffect } from 'react';
import { Link } from 'wouter';
import { Stars } from '@/components/ui/stars.tsx';
import { paths } from '@/config/paths.ts';
import { onPublicChange } from '@/entities/review/public-changes.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { type LatestReview, getLatestReviews } from '../api/get-latest-reviews.ts';

/** The newest reviews, passing by above the footer. Without any there is nothing. */
export default function ReviewStrip() {
  const reviews = useLatestReviews();
  const [isPaused, setIsPaused] = useState(false);
  if (reviews.length === 0) return null;
  return (
    <section
      aria-labelledby="review-strip-heading"
      className={`on-lacquer review-strip border-b border-white/15 py-10 ${isPaused ? 'review-strip-paused' : ''}`}
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 sm:px-8">
        <h2 id="review-strip-heading" className="text-sm font-semibold text-citrine">
          Customer reviews
        </h2>
        <div className="flex items-center gap-6">
          <button
            type="button"
            className="footer-link gap-2 text-sm motion-reduce:hidden"
            onClick={() => setIsPaused(!isPaused)}
          >
            <svg viewBox="0 0 12 12" className="size-3" fill="currentColor" aria-hidden="true">
              <path d={isPaused ? 'M2 0l9 6-9 6z' : 'M1 0h3.5v12H1zM7.5 0H11v12H7.5z'} />
            </svg>
            {isPaused ? 'Play' : 'Pause'}
          </button>
          <Link to={paths.reviews} className="footer-link text-sm">
            All reviews
          </Link>
        </div>
      </div>
      {/* Reached by the keyboard too: it stops there, and where nothing moves it scrolls. */}
      <div
        role="group"
        aria-labelledby="review-strip-heading"
        tabIndex={0}
        className="review-strip-window mt-5"
      >
        <ReviewRow reviews={reviews} />
        {/* A second copy, so that the end of the strip meets its beginning. */}
        <ReviewRow reviews={reviews} isEcho />
      </div>
    </section>
  );
}

function ReviewRow({ reviews, isEcho = false }: { reviews: LatestReview[]; isEcho?: boolean }) {
  return (
    <ul
      aria-hidden={isEcho || undefined}
      className={`review-strip-row ${isEcho ? 'motion-reduce:hidden' : ''}`}
    >
      {reviews.map(({ customer_name: name, rating, comment }, index) => (
        <li key={index} className="review-strip-item">
          <Stars rating={rating} className="h-4" />
          {comment && <p className="mt-3 line-clamp-3 wrap-anywhere">{comment}</p>}
          <p className="mt-3 truncate text-sm text-mist">{name}</p>
        </li>
      ))}
    </ul>
  );
}

/** The newest reviews; none while they are on their way and when they cannot be had, which is only logged. */
function useLatestReviews(): LatestReview[] {
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
