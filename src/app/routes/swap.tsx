import { SwapScreen } from '@/features/customer/swap/components/swap-screen.tsx';

export default SwapScreen;
