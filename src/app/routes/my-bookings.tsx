import { MyBookingsScreen } from '@/features/my-bookings/components/my-bookings-screen.tsx';

export default MyBookingsScreen;
