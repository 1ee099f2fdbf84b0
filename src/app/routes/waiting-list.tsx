import { DeclineScreen } from '@/features/customer/waiting-list/components/decline-screen.tsx';

export default DeclineScreen;
