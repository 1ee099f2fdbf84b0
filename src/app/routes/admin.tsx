import type { ComponentType } from 'react';
import { Routes } from '@/lib/router.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { lateScreen } from '@/lib/late.ts';
import { AdminNav } from '../admin-nav.tsx';
import { RequireLogin } from '../require-login.tsx';
import type { AdminScreenPath } from '../screen-list.ts';
import NotFound from './not-found.tsx';

const Dashboard = lateScreen(
  () => import('@/features/owner/dashboard/components/dashboard-screen.tsx'),
);
const Templates = lateScreen(
  () => import('@/features/owner/templates/components/templates-screen.tsx'),
);
const TemplateEditor = lateScreen(
  () => import('@/features/owner/templates/components/template-editor-screen.tsx'),
);
const Gallery = lateScreen(
  () => import('@/features/owner/gallery/components/gallery-management.tsx'),
);
const Reviews = lateScreen(
  () => import('@/features/owner/reviews/components/review-management.tsx'),
);
const Customers = lateScreen(
  () => import('@/features/owner/customers/components/customers-screen.tsx'),
);
const Customer = lateScreen(
  () => import('@/features/owner/customers/components/customer-screen.tsx'),
);
const RainDay = lateScreen(
  () => import('@/features/owner/rain-day/components/rain-day-screen.tsx'),
);
const WaitingList = lateScreen(
  () => import('@/features/owner/waiting-list/components/waiting-list-screen.tsx'),
);
const MailSettings = lateScreen(
  () => import('@/features/owner/mail-settings/components/mail-settings-screen.tsx'),
);
const Time = lateScreen(() => import('@/features/owner/opening-hours/components/time-screen.tsx'));
const Bookings = lateScreen(
  () => import('@/features/owner/calendar/components/bookings-screen.tsx'),
);
const OwnerBooking = lateScreen(() => import('./admin-booking.tsx'));
const Visit = lateScreen(() => import('@/features/owner/booking/components/visit-screen.tsx'));
const PhoneBooking = lateScreen(
  () => import('@/features/owner/booking/components/phone-booking-screen.tsx'),
);
const Inquiries = lateScreen(
  () => import('@/features/owner/inquiries/components/inquiries-screen.tsx'),
);
const Inquiry = lateScreen(
  () => import('@/features/owner/inquiries/components/inquiry-screen.tsx'),
);
const CalendarFeed = lateScreen(
  () => import('@/features/owner/calendar-feed/components/calendar-feed-screen.tsx'),
);
const Money = lateScreen(() => import('@/features/owner/money/components/money-screen.tsx'));
const Receipt = lateScreen(() => import('@/features/owner/money/components/receipt-screen.tsx'));
const Payments = lateScreen(
  () => import('@/features/owner/payments/components/payments-screen.tsx'),
);

/** The areas of the administrators, each loaded when it is opened. Every one brings its own page. */
const screens: Record<AdminScreenPath, ComponentType> = {
  [adminPaths.dashboard]: Dashboard,
  [adminPaths.templates]: Templates,
  [adminPaths.newTemplate]: TemplateEditor,
  [adminPaths.template]: TemplateEditor,
  [adminPaths.gallery]: Gallery,
  [adminPaths.reviews]: Reviews,
  [adminPaths.customers]: Customers,
  [adminPaths.customer]: Customer,
  [adminPaths.rainDay]: RainDay,
  [adminPaths.waitingList]: WaitingList,
  [adminPaths.mailSettings]: MailSettings,
  [adminPaths.time]: Time,
  [adminPaths.bookings]: Bookings,
  [adminPaths.newBooking]: PhoneBooking,
  [adminPaths.booking]: OwnerBooking,
  [adminPaths.visit]: Visit,
  [adminPaths.inquiries]: Inquiries,
  [adminPaths.inquiry]: Inquiry,
  [adminPaths.calendarFeed]: CalendarFeed,
  [adminPaths.money]: Money,
  [adminPaths.payments]: Payments,
  [adminPaths.receipt]: Receipt,
};

const routes = {
  ...Object.fromEntries(Object.entries(screens).map(([path, Screen]) => [path, <Screen />])),
  '*': <NotFound />,
};

export default function Admin() {
  return (
    <RequireLogin adminOnly>
      <div className="admin-shell">
        <AdminNav />
        <div>
          <Routes screens={routes} />
        </div>
      </div>
    </RequireLogin>
  );
}
