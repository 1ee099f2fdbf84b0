import { ConfirmationScreen } from '@/features/confirmation/components/confirmation-screen.tsx';

export default ConfirmationScreen;
