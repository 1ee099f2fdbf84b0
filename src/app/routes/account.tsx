import { AccountScreen } from '@/features/account/components/account-screen.tsx';
import { RequireLogin } from '../require-login.tsx';

export default function Account() {
  return (
    <RequireLogin>
      <AccountScreen />
    </RequireLogin>
  );
}
