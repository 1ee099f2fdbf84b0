import { HomeScreen } from '@/features/customer/home/components/home-screen.tsx';

export default HomeScreen;
