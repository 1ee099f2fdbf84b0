import type { BusinessFacts } from '@domain/business/business.ts';
import { formatCents } from '@domain/money/money.ts';

// The words of the browser's tab and of the lists of search engines, for the pages that anybody may find.

/** The name of each page; the business follows it. */
export const pageTitles = {
  gallery: 'Gallery',
  reviews: 'Reviews',
  contact: 'Contact',
  privacy: 'Privacy policy',
  terms: 'Terms of service',
  cancellation: 'Cancellation policy',
  login: 'Sign In',
  notFound: 'Page Not Found',
} as const;

export type PageName = keyof typeof pageTitles | 'home';

export const pageTitleOf = (name: PageName, { location }: BusinessFacts): string =>
  name === 'home' ? `Mobile car detailing in ${location}` : pageTitles[name];

/** A title as it stands in the browser's tab. */
export const documentTitle = (title: string, { name }: BusinessFacts): string =>
  title ? `${title} · ${name}` : name;

/** A sentence or two each. Only prerendered pages carry them: the app itself never loads these. */
export function pageDescriptions(
  facts: BusinessFacts,
  lowestPriceCents: number,
): Record<PageName, string> {
  const { location, serviceArea, name, phone } = facts;
  return {
    home: `Mobile car wash and detailing at your driveway, from ${formatCents(lowestPriceCents)}. Based in ${location}. Service area: ${serviceArea}. Pick a package, pick a time, book online.`,
    gallery: `The gallery of ${name}, mobile car wash and detailing. Service area: ${serviceArea}.`,
    reviews: `Read what customers say about mobile car detailing by ${name}.`,
    contact: `Call ${phone} or send a message to ${name} about a stain, a fleet, a gift or your booking. We get back to you shortly.`,
    privacy: `What ${name} does with your personal information, who receives it, and how to see, correct or delete it.`,
    terms: `The terms for bookings with ${name}: prices, payment, the visit, results and your rights in Ontario.`,
    cancellation: `How to cancel or move an appointment with ${name}, until when it is free, and how refunds are paid.`,
    login: `Sign in to ${name} to see your bookings, move them to another time or cancel them. You can book without an account, too.`,
    notFound: `There is no page at this address.`,
  };
}
