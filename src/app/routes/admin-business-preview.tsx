import { visibleServices } from '@domain/booking/catalogue.ts';
import { Footer } from '@/components/layout/footer.tsx';
import { Header } from '@/components/layout/header.tsx';
import { ScheduleScreen } from '@/features/customer/schedule/components/schedule-screen.tsx';
import { HomeScreen } from '@/features/customer/home/components/home-screen.tsx';
import { PreviewScreen } from '@/features/owner/business/components/preview-screen.tsx';
import { BusinessOfPage } from '@/lib/business.ts';
import { ErrorBoundary } from '../error-boundary.tsx';

/** The owner's preview of the draft, with the customers' own pages. */
export default function BusinessPreview() {
  return (
    <PreviewScreen
      pageOf={(page, business) => (
        <BusinessOfPage value={business}>
          <ErrorBoundary>
            {/* It has a way to log out. */}
            <div inert>
              <Header />
            </div>
            {page === 'home' ? (
              <main>
                <HomeScreen onScheduleLikely={() => undefined} />
              </main>
            ) : (
              // To look at: a press would hold a time at the published price.
              <main inert>
                <ScheduleScreen
                  serviceId={visibleServices(business)[0]?.id}
                  vehicleType={business.vehicleClasses[0]?.id}
                />
              </main>
            )}
            <Footer />
          </ErrorBoundary>
        </BusinessOfPage>
      )}
    />
  );
}
