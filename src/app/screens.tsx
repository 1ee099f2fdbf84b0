import { lazy, useContext, type ComponentType } from 'react';
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { Route, Routes } from 'react-router';
import { offerPaths } from '@/config/offer-paths.ts';
import { paths } from '@/config/paths.ts';
import { takeOverPageData } from '@/lib/page-data.ts';
import { forgetWithSession } from './forget-with-session.ts';
import NotFound from './routes/not-found.tsx';
import type { PrivatePath, PublicPath } from './screen-list.ts';

const Admin = lazy(() => import('./routes/admin.tsx'));

const screens: Record<Exclude<PublicPath, '/'> | PrivatePath, ComponentType> = {
  [paths.schedule]: lazy(() => import('./routes/schedule.tsx')),
  [paths.checkout]: lazy(() => import('./routes/checkout.tsx')),
  [paths.bookingConfirmation]: lazy(() => import('./routes/booking-confirmation.tsx')),
  [paths.myBookings]: lazy(() => import('./routes/my-bookings.tsx')),
  [paths.reschedule]: lazy(() => import('./routes/reschedule.tsx')),
  [paths.gallery]: lazy(() => import('./routes/gallery.tsx')),
  [paths.reviews]: lazy(() => import('./routes/reviews.tsx')),
  [paths.leaveReview]: lazy(() => import('./routes/leave-review.tsx')),
  [paths.login]: lazy(() => import('./routes/login.tsx')),
  [paths.contact]: lazy(() => import('./routes/contact.tsx')),
  [offerPaths.rain]: lazy(() => import('./routes/rain.tsx')),
  [offerPaths.waitingList]: lazy(() => import('./routes/waiting-list.tsx')),
  [offerPaths.unsubscribe]: lazy(() => import('./routes/unsubscribe.tsx')),
  [paths.account]: lazy(() => import('./routes/account.tsx')),
};

const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: 1 } },
});
takeOverPageData(queryClient);
forgetWithSession(queryClient);

/** Every screen but Home, with what they ask the backend through; a page that is prerendered brings its own. */
export default function Screens() {
  const client = useContext(QueryClientContext) ?? queryClient;
  return (
    <QueryClientProvider client={client}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path={`${paths.admin}/*`} element={<Admin />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </QueryClientProvider>
  );
}
