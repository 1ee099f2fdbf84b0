import { adminPaths } from '@/config/admin-paths.ts';
import { paths } from '@/config/paths.ts';
import type { Needs } from '@contracts/dashboard.ts';

export type AdminArea = {
  to: string;
  label: string;
  /** Its number of items that need attention, shown beside its name. */
  waiting?: readonly (keyof Needs)[];
};
export type AreaGroup = { heading: string; areas: readonly AdminArea[] };

/** Everything an administrator can go to, as it is grouped beside the page and in the sheet. */
export const areaGroups: readonly AreaGroup[] = [
  {
    heading: 'Schedule',
    areas: [
      { to: adminPaths.dashboard, label: 'Today' },
      { to: adminPaths.bookings, label: 'Bookings' },
      { to: adminPaths.time, label: 'Time' },
      { to: adminPaths.rainDay, label: 'Rain day', waiting: ['rain_declined'] },
      { to: adminPaths.waitingList, label: 'Waiting list' },
    ],
  },
  {
    heading: 'Money',
    areas: [
      { to: adminPaths.money, label: 'Money' },
      { to: adminPaths.payments, label: 'Payments', waiting: ['payments'] },
    ],
  },
  {
    heading: 'People',
    areas: [
      { to: adminPaths.customers, label: 'Customers' },
      { to: adminPaths.inquiries, label: 'Inquiries', waiting: ['inquiries'] },
      { to: adminPaths.reviews, label: 'Reviews', waiting: ['reviews'] },
    ],
  },
  {
    heading: 'Website',
    areas: [
      { to: adminPaths.gallery, label: 'Gallery' },
      { to: adminPaths.templates, label: 'Email templates' },
      { to: adminPaths.mailSettings, label: 'Automatic emails' },
    ],
  },
  {
    heading: 'You',
    areas: [
      { to: adminPaths.calendarFeed, label: 'Phone calendar' },
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

/** The number of items in an area that need attention; 0 while unknown. */
export const waitingIn = ({ waiting = [] }: AdminArea, needs: Needs | undefined): number =>
  needs ? waiting.reduce((sum, key) => sum + needs[key], 0) : 0;
