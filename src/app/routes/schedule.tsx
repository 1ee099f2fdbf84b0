import { ScheduleScreen } from '@/features/schedule/components/schedule-screen.tsx';

export default ScheduleScreen;
