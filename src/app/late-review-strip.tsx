import { startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { paths } from '@/config/paths.ts';
import { latePart } from '@/lib/late.ts';
import { useLocation } from '@/lib/router.tsx';

const ReviewStrip = latePart(
  () => import('@/features/customer/reviews/components/review-strip.tsx'),
);

/** The reviews above the footer. They are fetched when a visitor comes near them, or an administrator to them. */
export function LateReviewStrip() {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isPublic = !useLocation().pathname.startsWith(paths.admin);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && startTransition(() => setIsNear(true)),
      { rootMargin: isPublic ? '600px' : '0px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [isPublic]);
  return (
    <div ref={place}>
      {isNear && (
        <Suspense fallback={null}>
          <ReviewStrip />
        </Suspense>
      )}
    </div>
  );
}
