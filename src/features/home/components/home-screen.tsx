import { Page } from '@/components/ui/page.tsx';

export function HomeScreen() {
  return <Page title="" heading="Showroom finish. Your driveway." />;
}
