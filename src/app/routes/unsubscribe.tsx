import { UnsubscribeScreen } from '@/features/customer/unsubscribe/components/unsubscribe-screen.tsx';

export default UnsubscribeScreen;
