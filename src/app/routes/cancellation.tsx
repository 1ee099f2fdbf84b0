import { PolicyScreen } from '@/features/customer/policies/components/policy-screen.tsx';

export default function Cancellation() {
  return <PolicyScreen name="cancellation" />;
}
