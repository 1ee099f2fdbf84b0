import { HomeScreen } from '@/features/customer/home/components/home-screen.tsx';
import { prefetchSchedule } from '../prefetch-schedule.ts';

export default function Home() {
  return <HomeScreen onScheduleLikely={prefetchSchedule} />;
}
