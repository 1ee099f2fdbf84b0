import { Page } from '@/components/ui/page.tsx';

/** What is kept about whoever is signed in, and how they sign in. */
export function AccountScreen() {
  return <Page heading="Your Account" />;
}
