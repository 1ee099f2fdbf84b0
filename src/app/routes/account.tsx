import { AccountScreen } from '@/features/customer/account/components/account-screen.tsx';
import { RequireLogin } from '../require-login.tsx';

export default function Account() {
  return (
    <RequireLogin>
      <AccountScreen />
    </RequireLogin>
  );
}
