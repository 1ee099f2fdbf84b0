import { Footer } from '@/components/layout/footer.tsx';
import { Header } from '@/components/layout/header.tsx';
import { HomeScreen } from '@/features/customer/home/components/home-screen.tsx';
import { PreviewScreen } from '@/features/owner/business/components/preview-screen.tsx';
import { BusinessOfPage } from '@/lib/business.ts';
import { ErrorBoundary } from '../error-boundary.tsx';

/** The owner's preview of the draft, with the customers' own page. */
export default function BusinessPreview() {
  return (
    <PreviewScreen
      homeOf={(business) => (
        <BusinessOfPage value={business}>
          <ErrorBoundary>
            {/* It has a way to log out. */}
            <div inert>
              <Header />
            </div>
            <main>
              <HomeScreen onScheduleLikely={() => undefined} />
            </main>
            <Footer />
          </ErrorBoundary>
        </BusinessOfPage>
      )}
    />
  );
}
