import type { Business } from '../business/business.ts';
import { phoneHref } from '../business/facts.ts';
import type { OpeningRules } from '../time/opening-rules.ts';

type ChatLink = {
  label: string;
  href: string;
  /** What the contact form begins with. */
  message?: string;
};
export type ChatReply = {
  text: string;
  links: readonly ChatLink[];
  /** The chat has no answer. */
  isUnanswered?: true;
};

export const toServices = { label: 'See the packages', href: '/' };
export const toBookings = { label: 'My Bookings', href: '/my-bookings' };
export const toLogin = { label: 'Sign in', href: '/login' };
export const toContact = { label: 'Contact us', href: '/contact' };

/** What the answers are made of. `rules` is null if the owner's rules could not be loaded. */
export type Known = { business: Business; rules: OpeningRules | null };

export const toPhone = ({ facts }: Business): ChatLink => ({
  label: `Call ${facts.phone}`,
  href: phoneHref(facts),
});

/** The answer while the owner's rules could not be loaded; defaults may be wrong. */
export function unloaded(what: string, business: Business): ChatReply {
  return {
    text: `Sorry, I can’t load ${what} right now. Please try again in a moment, or ask us directly.`,
    links: [toContact, toPhone(business)],
  };
}
