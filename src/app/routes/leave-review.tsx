import { LeaveReviewScreen } from '@/features/customer/reviews/components/leave-review-screen.tsx';

export default LeaveReviewScreen;
