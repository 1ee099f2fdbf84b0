import { ReviewsScreen } from '@/features/customer/reviews/components/reviews-screen.tsx';

export default ReviewsScreen;
