import { PolicyScreen } from '@/features/customer/policies/components/policy-screen.tsx';

export default function Terms() {
  return <PolicyScreen name="terms" />;
}
