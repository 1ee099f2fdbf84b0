import { adminPaths } from '@/config/admin-paths.ts';
import type { Needs } from '@contracts/dashboard.ts';

export type AdminArea = {
  to: string;
  label: string;
  /** The letter that opens it after `g`. */
  letter?: string;
  /** Its number of items that need attention, shown beside its name. */
  waiting?: readonly Exclude<keyof Needs, 'past_balances' | 'refunds_by_hand' | 'to_decide'>[];
};
export type AreaGroup = { heading: string; areas: readonly AdminArea[] };

/** Every area of the administration, in the groups of the menu. A screen's heading is the label of its area. */
export const areaGroups: readonly AreaGroup[] = [
  {
    heading: 'Day',
    areas: [
      { to: adminPaths.dashboard, letter: 't', label: 'Today' },
      { to: adminPaths.bookings, letter: 'b', label: 'Bookings' },
      { to: adminPaths.route, letter: 'n', label: 'Route' },
      { to: adminPaths.rainDay, letter: 'd', label: 'Rain day', waiting: ['rain_declined'] },
      { to: adminPaths.waitingList, letter: 'w', label: 'Waiting list' },
    ],
  },
  {
    heading: 'Customers',
    areas: [
      { to: adminPaths.customers, letter: 'c', label: 'Customers' },
      { to: adminPaths.inquiries, letter: 'i', label: 'Inquiries', waiting: ['inquiries'] },
      { to: adminPaths.reviews, letter: 'r', label: 'Reviews', waiting: ['reviews'] },
    ],
  },
  {
    heading: 'Money',
    areas: [
      { to: adminPaths.money, letter: 'm', label: 'Money' },
      { to: adminPaths.reports, letter: 'v', label: 'Reports' },
      { to: adminPaths.mileage, letter: 'q', label: 'Mileage' },
      { to: adminPaths.payments, letter: 'p', label: 'Payments', waiting: ['payments'] },
    ],
  },
  {
    heading: 'Website',
    areas: [
      { to: adminPaths.services, letter: 's', label: 'Services' },
      { to: adminPaths.rules, letter: 'u', label: 'Prices and rules' },
      { to: adminPaths.coupons, letter: 'o', label: 'Coupons' },
      { to: adminPaths.gallery, letter: 'y', label: 'Gallery' },
      { to: adminPaths.business, letter: 'l', label: 'Business' },
      { to: adminPaths.websiteTexts, label: 'Website texts' },
    ],
  },
  {
    heading: 'Settings',
    areas: [
      { to: adminPaths.time, letter: 'h', label: 'Time' },
      { to: adminPaths.crews, label: 'Crews' },
      { to: adminPaths.travel, letter: 'k', label: 'Travel' },
      { to: adminPaths.templates, letter: 'e', label: 'Email templates' },
      { to: adminPaths.mailSettings, letter: 'a', label: 'Automatic emails' },
      { to: adminPaths.texts, letter: 'x', label: 'Text messages' },
      { to: adminPaths.calendarFeed, letter: 'f', label: 'Phone calendar' },
      { to: adminPaths.records, label: 'Stored records' },
      { to: adminPaths.account, label: 'Your account' },
    ],
  },
];

/** Every area, without its group. */
export const areas: readonly AdminArea[] = areaGroups.flatMap((group) => group.areas);

type ThumbArea = {
  to: string;
  label: string;
  /** The rest of its name, for which a phone has no room. */
  unseen?: string;
  icon: ThumbIcon;
};

/** The five areas of a day, under the thumb on a phone. Every other area is behind More. */
export const thumbAreas: readonly ThumbArea[] = [
  { to: adminPaths.dashboard, label: 'Today', icon: 'today' },
  { to: adminPaths.bookings, label: 'Bookings', icon: 'bookings' },
  { to: adminPaths.newBooking, label: 'New', unseen: 'booking', icon: 'new' },
  { to: adminPaths.customers, label: 'Customers', icon: 'customers' },
  { to: adminPaths.money, label: 'Money', icon: 'money' },
];

export type ThumbIcon = 'today' | 'bookings' | 'new' | 'customers' | 'money' | 'more';

/** The number of items in an area that need attention; 0 while unknown. */
export const waitingIn = ({ waiting = [] }: AdminArea, needs: Needs | undefined): number =>
  needs ? waiting.reduce((sum, key) => sum + needs[key], 0) : 0;
