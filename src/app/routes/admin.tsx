import { createElement, Suspense, type ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { Route, Switch } from 'wouter';
import { adminPaths } from '@/config/admin-paths.ts';
import PhoneBooking from '@/features/owner/booking/components/phone-booking-screen.tsx';
import Visit from '@/features/owner/booking/components/visit-screen.tsx';
import AddOns from '@/features/owner/business/components/add-ons-screen.tsx';
import Coupons from '@/features/owner/business/components/coupons-screen.tsx';
import Facts from '@/features/owner/business/components/facts-screen.tsx';
import BusinessHistory from '@/features/owner/business/components/history-screen.tsx';
import Rules from '@/features/owner/business/components/rules-screen.tsx';
import Services from '@/features/owner/business/components/services-screen.tsx';
import VehicleClasses from '@/features/owner/business/components/vehicle-classes-screen.tsx';
import CalendarFeed from '@/features/owner/calendar-feed/components/calendar-feed-screen.tsx';
import Crews from '@/features/owner/crews/components/crews-screen.tsx';
import Customer from '@/features/owner/customers/components/customer-screen.tsx';
import Customers from '@/features/owner/customers/components/customers-screen.tsx';
import PhoneCustomer from '@/features/owner/customers/components/phone-customer-screen.tsx';
import Dashboard from '@/features/owner/dashboard/components/dashboard-screen.tsx';
import Gallery from '@/features/owner/gallery/components/gallery-management.tsx';
import Inquiries from '@/features/owner/inquiries/components/inquiries-screen.tsx';
import Inquiry from '@/features/owner/inquiries/components/inquiry-screen.tsx';
import MailSettings from '@/features/owner/mail-settings/components/mail-settings-screen.tsx';
import Mileage from '@/features/owner/money/components/mileage-screen.tsx';
import Money from '@/features/owner/money/components/money-screen.tsx';
import Reports from '@/features/owner/money/components/reports-screen.tsx';
import Receipt from '@/features/owner/money/components/receipt-screen.tsx';
import Time from '@/features/owner/opening-hours/components/time-screen.tsx';
import Payments from '@/features/owner/payments/components/payments-screen.tsx';
import RainDay from '@/features/owner/rain-day/components/rain-day-screen.tsx';
import Records from '@/features/owner/records/components/records-screen.tsx';
import Reviews from '@/features/owner/reviews/components/review-management.tsx';
import RouteOfDay from '@/features/owner/route/components/route-screen.tsx';
import TemplateEditor from '@/features/owner/templates/components/template-editor-screen.tsx';
import Templates from '@/features/owner/templates/components/templates-screen.tsx';
import Texts from '@/features/owner/texts/components/texts-screen.tsx';
import Travel from '@/features/owner/travel/components/travel-screen.tsx';
import Unsent from '@/features/owner/unsent/components/unsent-screen.tsx';
import WaitingList from '@/features/owner/waiting-list/components/waiting-list-screen.tsx';
import WebsiteTexts from '@/features/owner/website-texts/components/website-texts-screen.tsx';
import { dashboardQuery, needsQuery } from '@/features/owner/dashboard/api/dashboard.ts';
import { prefetchCalendar } from '@/features/owner/calendar/prefetch-calendar.ts';
import { keptNames } from '@/lib/on-device/kept-visits-store.ts';
import { useDevice, useKeptAccess } from '@/lib/on-device/use-device.ts';
import { Spinner } from '@/components/ui/spinner.tsx';
import { addRefusals } from '@/lib/failure-sentence.ts';
import { lateScreen } from '@/lib/late.ts';
import { matchPath } from '@/lib/match-path.ts';
import { ownersRefusals } from '@/lib/owners-refusals.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { RequireLogin } from '../require-login.tsx';
import type { AdminScreenPath } from '../screen-list.ts';
import OwnerBooking from './admin-booking.tsx';
import Bookings from './admin-bookings.tsx';
import NotFound from './not-found.tsx';

addRefusals(ownersRefusals);

/** The areas of the administrators. They lie in one file, so none of them waits for another. Each brings its own page. */
const screens: Record<AdminScreenPath, ComponentType> = {
  [adminPaths.dashboard]: Dashboard,
  [adminPaths.unsent]: Unsent,
  [adminPaths.templates]: Templates,
  [adminPaths.newTemplate]: TemplateEditor,
  [adminPaths.template]: TemplateEditor,
  [adminPaths.gallery]: Gallery,
  [adminPaths.reviews]: Reviews,
  [adminPaths.customers]: Customers,
  [adminPaths.customer]: Customer,
  [adminPaths.phoneCustomer]: PhoneCustomer,
  [adminPaths.route]: RouteOfDay,
  [adminPaths.rainDay]: RainDay,
  [adminPaths.waitingList]: WaitingList,
  [adminPaths.mailSettings]: MailSettings,
  [adminPaths.texts]: Texts,
  [adminPaths.websiteTexts]: WebsiteTexts,
  [adminPaths.time]: Time,
  [adminPaths.travel]: Travel,
  [adminPaths.crews]: Crews,
  [adminPaths.bookings]: Bookings,
  [adminPaths.newBooking]: PhoneBooking,
  [adminPaths.booking]: OwnerBooking,
  [adminPaths.visit]: Visit,
  [adminPaths.inquiries]: Inquiries,
  [adminPaths.inquiry]: Inquiry,
  [adminPaths.calendarFeed]: CalendarFeed,
  [adminPaths.records]: Records,
  [adminPaths.money]: Money,
  [adminPaths.reports]: Reports,
  [adminPaths.mileage]: Mileage,
  [adminPaths.payments]: Payments,
  [adminPaths.receipt]: Receipt,
  [adminPaths.services]: Services,
  [adminPaths.vehicleClasses]: VehicleClasses,
  [adminPaths.addOns]: AddOns,
  [adminPaths.rules]: Rules,
  [adminPaths.coupons]: Coupons,
  [adminPaths.business]: Facts,
  [adminPaths.businessHistory]: BusinessHistory,
  // With the customers' home page, which the owner's other screens don't need.
  [adminPaths.businessPreview]: lateScreen(() => import('./admin-business-preview.tsx')),
  // The same screen as a customer's, which the owner seldom opens.
  [adminPaths.account]: lateScreen(() => import('./account.tsx')),
};

// Without keys, so that the editor of a new template keeps what is typed when saving changes its address.
const routes = Object.entries(screens).map(([path, component]) =>
  createElement(Route, { path, component }),
);

/**
 * Loads what the screen of this address begins with, before it is known who is signed in. The database decides who may
 * read it, and only an administrator sees it.
 */
export async function prefetch(
  client: QueryClient,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
) {
  const isAt = (path: string) => matchPath(path, pathname) !== null;
  await Promise.all([
    isAt(adminPaths.dashboard) ? client.query(dashboardQuery) : client.query(needsQuery),
    isAt(adminPaths.bookings) && prefetchCalendar(client, new URLSearchParams(search)),
  ]);
}

export default function Admin() {
  useDevice();
  const access = useKeptAccess(keptNames.owner);
  if (access === 'unknown') return <Spinner className="page" />;
  return (
    <RequireLogin adminOnly isExcused={access === 'yes'}>
      <AdminFrame>
        <Suspense fallback={<Spinner className="page" />}>
          <Switch>
            {routes}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </AdminFrame>
    </RequireLogin>
  );
}
