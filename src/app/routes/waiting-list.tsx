import { DeclineScreen } from '@/features/waiting-list/components/decline-screen.tsx';

export default DeclineScreen;
