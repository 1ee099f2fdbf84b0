import { RescheduleScreen } from '@/features/reschedule/components/reschedule-screen.tsx';
import { RequireLogin } from '../require-login.tsx';

export default function Reschedule() {
  return (
    <RequireLogin>
      <RescheduleScreen />
    </RequireLogin>
  );
}
