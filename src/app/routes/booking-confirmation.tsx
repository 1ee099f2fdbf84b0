import { ConfirmationScreen } from '@/features/customer/confirmation/components/confirmation-screen.tsx';

export default ConfirmationScreen;
