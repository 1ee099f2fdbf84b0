import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { paths } from '@/config/paths.ts';
import { Layout } from './layout.tsx';
import Home from './routes/home.tsx';
import NotFound from './routes/not-found.tsx';

// Home is what most visits begin with, so it comes with the shell. All else comes when it is wanted.
const DataLayout = lazy(() => import('./data-layout.tsx'));
const Schedule = lazy(() => import('./routes/schedule.tsx'));
const Checkout = lazy(() => import('./routes/checkout.tsx'));
const BookingConfirmation = lazy(() => import('./routes/booking-confirmation.tsx'));
const MyBookings = lazy(() => import('./routes/my-bookings.tsx'));
const Contact = lazy(() => import('./routes/contact.tsx'));

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.home} element={<Home />} />
        <Route path={paths.contact} element={<Contact />} />
        <Route element={<DataLayout />}>
          <Route path={paths.schedule} element={<Schedule />} />
          <Route path={paths.checkout} element={<Checkout />} />
          <Route path={paths.bookingConfirmation} element={<BookingConfirmation />} />
          <Route path={paths.myBookings} element={<MyBookings />} />
        </Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
