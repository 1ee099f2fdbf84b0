import { lazy } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Routes } from 'react-router';
import { offerPaths } from '@/config/offer-paths.ts';
import { paths } from '@/config/paths.ts';
import { forgetWithSession } from './forget-with-session.ts';
import NotFound from './routes/not-found.tsx';

const Schedule = lazy(() => import('./routes/schedule.tsx'));
const Checkout = lazy(() => import('./routes/checkout.tsx'));
const BookingConfirmation = lazy(() => import('./routes/booking-confirmation.tsx'));
const MyBookings = lazy(() => import('./routes/my-bookings.tsx'));
const Reschedule = lazy(() => import('./routes/reschedule.tsx'));
const Gallery = lazy(() => import('./routes/gallery.tsx'));
const Reviews = lazy(() => import('./routes/reviews.tsx'));
const LeaveReview = lazy(() => import('./routes/leave-review.tsx'));
const Login = lazy(() => import('./routes/login.tsx'));
const Contact = lazy(() => import('./routes/contact.tsx'));
const Unsubscribe = lazy(() => import('./routes/unsubscribe.tsx'));
const Rain = lazy(() => import('./routes/rain.tsx'));
const WaitingList = lazy(() => import('./routes/waiting-list.tsx'));
const Account = lazy(() => import('./routes/account.tsx'));
const Admin = lazy(() => import('./routes/admin.tsx'));

const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: 1 } },
});
forgetWithSession(queryClient);

/** Every screen but Home, with what they ask the backend through. */
export default function Screens() {
  return (
    <QueryClientProvider client={queryClient}>
      <Routes>
        <Route path={paths.schedule} element={<Schedule />} />
        <Route path={paths.checkout} element={<Checkout />} />
        <Route path={paths.bookingConfirmation} element={<BookingConfirmation />} />
        <Route path={paths.myBookings} element={<MyBookings />} />
        <Route path={paths.reschedule} element={<Reschedule />} />
        <Route path={paths.gallery} element={<Gallery />} />
        <Route path={paths.reviews} element={<Reviews />} />
        <Route path={paths.leaveReview} element={<LeaveReview />} />
        <Route path={paths.login} element={<Login />} />
        <Route path={paths.contact} element={<Contact />} />
        <Route path={offerPaths.rain} element={<Rain />} />
        <Route path={offerPaths.waitingList} element={<WaitingList />} />
        <Route path="/unsubscribe" element={<Unsubscribe />} />
        <Route path={paths.account} element={<Account />} />
        <Route path={`${paths.admin}/*`} element={<Admin />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </QueryClientProvider>
  );
}
