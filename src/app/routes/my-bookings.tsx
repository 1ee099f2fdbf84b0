import { MyBookingsScreen } from '@/features/customer/my-bookings/components/my-bookings-screen.tsx';
import { RequireSecondStep } from '../require-second-step.tsx';

export default function MyBookings() {
  return (
    <RequireSecondStep>
      <MyBookingsScreen />
    </RequireSecondStep>
  );
}
