import { PolicyScreen } from '@/features/customer/policies/components/policy-screen.tsx';

export default function Privacy() {
  return <PolicyScreen name="privacy" />;
}
