import { useContext, type ComponentType } from 'react';
import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch } from 'wouter';
import { offerPaths } from '@/config/offer-paths.ts';
import { paths } from '@/config/paths.ts';
import { lateScreen, prefetchedScreen } from '@/lib/late.ts';
import { keepTyped } from '@/lib/keep-typed.ts';
import { takeOverPageData } from '@/lib/page-data.ts';
import { forgetWithSession } from './forget-with-session.ts';
import { newQueryClient } from './query-client.ts';
import NotFound from './routes/not-found.tsx';
import type { PrivatePath, PublicPath } from './screen-list.ts';

export const Schedule = prefetchedScreen(() => import('./routes/schedule.tsx'));
export const Admin = prefetchedScreen(() => import('./routes/admin.tsx'));
const Crew = lateScreen(() => import('./routes/admin-crew.tsx'));

const lateScreens: Record<Exclude<PublicPath, '/'> | PrivatePath, ComponentType> = {
  [paths.schedule]: Schedule,
  [paths.checkout]: lateScreen(() => import('./routes/checkout.tsx')),
  [paths.bookingConfirmation]: lateScreen(() => import('./routes/booking-confirmation.tsx')),
  [paths.myBookings]: lateScreen(() => import('./routes/my-bookings.tsx')),
  [paths.reschedule]: lateScreen(() => import('./routes/reschedule.tsx')),
  [paths.gallery]: lateScreen(() => import('./routes/gallery.tsx')),
  [paths.reviews]: lateScreen(() => import('./routes/reviews.tsx')),
  [paths.leaveReview]: lateScreen(() => import('./routes/leave-review.tsx')),
  [paths.login]: lateScreen(() => import('./routes/login.tsx')),
  [paths.contact]: lateScreen(() => import('./routes/contact.tsx')),
  [paths.privacy]: lateScreen(() => import('./routes/privacy.tsx')),
  [paths.terms]: lateScreen(() => import('./routes/terms.tsx')),
  [paths.cancellation]: lateScreen(() => import('./routes/cancellation.tsx')),
  [offerPaths.rain]: lateScreen(() => import('./routes/rain.tsx')),
  [offerPaths.swap]: lateScreen(() => import('./routes/swap.tsx')),
  [offerPaths.waitingList]: lateScreen(() => import('./routes/waiting-list.tsx')),
  [offerPaths.unsubscribe]: lateScreen(() => import('./routes/unsubscribe.tsx')),
  [offerPaths.carPhotos]: lateScreen(() => import('./routes/car-photos.tsx')),
  [offerPaths.pay]: lateScreen(() => import('./routes/pay.tsx')),
  [offerPaths.visit]: lateScreen(() => import('./routes/visit.tsx')),
  [paths.account]: lateScreen(() => import('./routes/account.tsx')),
};

export const queryClient = newQueryClient();
takeOverPageData(queryClient);
forgetWithSession(queryClient);
if (typeof document !== 'undefined') keepTyped();

/** Every screen but Home, with what they ask the backend through; a page that is prerendered brings its own. */
export default function Screens() {
  const client = useContext(QueryClientContext) ?? queryClient;
  return (
    <QueryClientProvider client={client}>
      <Switch>
        {Object.entries(lateScreens).map(([path, Screen]) => (
          <Route key={path} path={path} component={Screen} />
        ))}
        <Route path={`${paths.admin}/*?`} component={Admin} />
        <Route path={paths.crew} component={Crew} />
        <Route component={NotFound} />
      </Switch>
    </QueryClientProvider>
  );
}
