import { adminPaths } from '@/config/admin-paths.ts';
import { paths } from '@/config/paths.ts';

export type AdminArea = { to: string; label: string };
export type AreaGroup = { heading: string; areas: readonly AdminArea[] };

/** Everything an administrator can go to, as it is grouped beside the page and in the sheet. */
export const areaGroups: readonly AreaGroup[] = [
  {
    heading: 'The day',
    areas: [
      { to: adminPaths.dashboard, label: 'Today' },
      { to: adminPaths.bookings, label: 'Bookings' },
      { to: adminPaths.time, label: 'Time' },
      { to: adminPaths.rainDay, label: 'Rain day' },
      { to: adminPaths.waitingList, label: 'Waiting list' },
    ],
  },
  {
    heading: 'Money',
    areas: [
      { to: adminPaths.money, label: 'Money' },
      { to: adminPaths.payments, label: 'Payments' },
    ],
  },
  {
    heading: 'People',
    areas: [
      { to: adminPaths.customers, label: 'Customers' },
      { to: adminPaths.inquiries, label: 'Inquiries' },
      { to: paths.adminReviews, label: 'Reviews' },
    ],
  },
  {
    heading: 'What they see',
    areas: [
      { to: paths.adminGallery, label: 'Gallery' },
      { to: paths.adminTemplates, label: 'Email templates' },
      { to: adminPaths.mailSettings, label: 'Mail settings' },
    ],
  },
  {
    heading: 'You',
    areas: [
      { to: adminPaths.calendarFeed, label: 'Calendar on your phone' },
      { to: paths.account, label: 'Your account' },
    ],
  },
];

/** What lies under the thumb on a phone; everything else is in the sheet behind them. */
export const thumbAreas: readonly (AdminArea & { icon: ThumbIcon })[] = [
  { to: adminPaths.dashboard, label: 'Today', icon: 'today' },
  { to: adminPaths.bookings, label: 'Bookings', icon: 'bookings' },
  { to: adminPaths.newBooking, label: 'New', icon: 'new' },
  { to: adminPaths.money, label: 'Money', icon: 'money' },
];

export type ThumbIcon = 'today' | 'bookings' | 'new' | 'money' | 'more';
