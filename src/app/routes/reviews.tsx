import { ReviewsScreen } from '@/features/customer/reviews/components/reviews-screen.tsx';
import { lateScreen } from '@/lib/late.ts';

// What approves and deletes is only loaded for those who may.
const ManagedReview = lateScreen(
  () => import('@/features/owner/reviews/components/managed-review.tsx'),
);

export default function Reviews() {
  return <ReviewsScreen ManagedReview={ManagedReview} />;
}
