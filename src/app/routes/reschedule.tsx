import { RescheduleScreen } from '@/features/customer/reschedule/components/reschedule-screen.tsx';
import { RequireLogin } from '../require-login.tsx';

export default function Reschedule() {
  return (
    <RequireLogin>
      <RescheduleScreen />
    </RequireLogin>
  );
}
