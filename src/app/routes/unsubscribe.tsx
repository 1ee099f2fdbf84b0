import { UnsubscribeScreen } from '@/features/unsubscribe/components/unsubscribe-screen.tsx';

export default UnsubscribeScreen;
