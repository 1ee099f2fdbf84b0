import { startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { latePart } from '@/lib/late.ts';
import { Decoration } from './error-boundary.tsx';

const ReviewStrip = latePart(
  () => import('@/features/customer/reviews/components/review-strip.tsx'),
);

/** The reviews above the footer. They are fetched when a visitor comes near them. */
export function LateReviewStrip() {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && startTransition(() => setIsNear(true)),
      { rootMargin: '600px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place}>
      {isNear && (
        <Decoration>
          <Suspense fallback={null}>
            <ReviewStrip />
          </Suspense>
        </Decoration>
      )}
    </div>
  );
}
