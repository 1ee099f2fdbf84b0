import { LeaveReviewScreen } from '@/features/reviews/components/leave-review-screen.tsx';

export default LeaveReviewScreen;
