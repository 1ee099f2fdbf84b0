import { lazy } from 'react';
import { createRoutesFromElements, matchRoutes, Route, useRoutes } from 'react-router';
import { paths } from '@/config/paths.ts';
import { AdminNav } from '../admin-nav.tsx';
import { RequireLogin } from '../require-login.tsx';
import NotFound from './not-found.tsx';

const Dashboard = lazy(() => import('@/features/dashboard/components/dashboard-screen.tsx'));
const Templates = lazy(() => import('@/features/templates/components/templates-screen.tsx'));
const TemplateEditor = lazy(
  () => import('@/features/templates/components/template-editor-screen.tsx'),
);
const Gallery = lazy(() => import('@/features/gallery/components/gallery-management.tsx'));
const Reviews = lazy(() => import('@/features/reviews/components/review-management.tsx'));
const Customers = lazy(() => import('@/features/customers/components/customers-screen.tsx'));
const Customer = lazy(() => import('@/features/customers/components/customer-screen.tsx'));
const RainDay = lazy(() => import('@/features/rain-day/components/rain-day-screen.tsx'));
const WaitingList = lazy(
  () => import('@/features/waiting-list/components/waiting-list-screen.tsx'),
);
const MailSettings = lazy(
  () => import('@/features/mail-settings/components/mail-settings-screen.tsx'),
);
const Time = lazy(() => import('@/features/opening-hours/components/time-screen.tsx'));
const Bookings = lazy(() => import('@/features/calendar/components/bookings-screen.tsx'));
const OwnerBooking = lazy(
  () => import('@/features/owner-booking/components/owner-booking-screen.tsx'),
);
const PhoneBooking = lazy(
  () => import('@/features/owner-booking/components/phone-booking-screen.tsx'),
);
const Inquiries = lazy(() => import('@/features/inquiries/components/inquiries-screen.tsx'));
const Inquiry = lazy(() => import('@/features/inquiries/components/inquiry-screen.tsx'));
const CalendarFeed = lazy(
  () => import('@/features/calendar-feed/components/calendar-feed-screen.tsx'),
);
const Money = lazy(() => import('@/features/money/components/money-screen.tsx'));
const Receipt = lazy(() => import('@/features/money/components/receipt-screen.tsx'));
const Payments = lazy(() => import('@/features/payments-look/components/payments-screen.tsx'));

/** The areas of the administrators, each loaded when it is opened. Every one brings its own page. */
const screens = createRoutesFromElements(
  <>
    <Route index element={<Dashboard />} />
    <Route path="templates" element={<Templates />} />
    <Route path="templates/new" element={<TemplateEditor />} />
    <Route path="templates/:templateId" element={<TemplateEditor />} />
    <Route path="gallery" element={<Gallery />} />
    <Route path="reviews" element={<Reviews />} />
    <Route path="customers" element={<Customers />} />
    <Route path="customers/:email" element={<Customer />} />
    <Route path="rain-day" element={<RainDay />} />
    <Route path="waiting-list" element={<WaitingList />} />
    <Route path="mail" element={<MailSettings />} />
    <Route path="time" element={<Time />} />
    <Route path="bookings" element={<Bookings />} />
    <Route path="bookings/new" element={<PhoneBooking />} />
    <Route path="bookings/:bookingId" element={<OwnerBooking />} />
    <Route path="inquiries" element={<Inquiries />} />
    <Route path="inquiries/:inquiryId" element={<Inquiry />} />
    <Route path="calendar-feed" element={<CalendarFeed />} />
    <Route path="money" element={<Money />} />
    <Route path="payments" element={<Payments />} />
    <Route path="bookings/:bookingId/receipt" element={<Receipt />} />
    <Route path="*" element={<NotFound />} />
  </>,
);

export default function Admin() {
  return (
    <RequireLogin adminOnly>
      <div className="admin-shell">
        <AdminNav isThere={isThere} />
        <div>{useRoutes(screens)}</div>
      </div>
    </RequireLogin>
  );
}

function isThere(address: string): boolean {
  const matches = matchRoutes(screens, address, paths.admin);
  return matches?.at(-1)?.route.path !== '*';
}
