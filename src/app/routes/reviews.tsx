import { ReviewsScreen } from '@/features/reviews/components/reviews-screen.tsx';

export default ReviewsScreen;
