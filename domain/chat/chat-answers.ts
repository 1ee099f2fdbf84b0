import { business } from '../business.ts';
import { services, vehicleLabels, vehicleTypes } from '../booking/catalogue.ts';
import type { Service, VehicleType } from '../booking/catalogue.ts';
import { hoursInWords } from './chat-hours.ts';
import { formatCents } from '../money/money.ts';
import { cancellationPolicy, depositPolicy } from '../money/policy.ts';
import type { OpeningRules } from '../time/opening-rules.ts';
import { isServed } from '../contact/service-area.ts';
import { formatDuration } from '../time/time-format.ts';
import { eitherOf } from './word-list.ts';

type ChatLink = { label: string; href: string };
export type ChatReply = { text: string; links: readonly ChatLink[] };

const toServices = { label: 'See the packages', href: '/' };
const toBookings = { label: 'My Bookings', href: '/my-bookings' };
const toLogin = { label: 'Log in', href: '/login' };
const toContact = { label: 'Contact us', href: '/contact' };
const toPhone = { label: `Call ${business.phone}`, href: business.phoneHref };

export const greeting: ChatReply = {
  text: `Hi! Welcome to ${business.name}. Ask me about our packages, prices, hours or your booking.`,
  links: [toServices],
};

export const fallback: ChatReply = {
  text: 'I’m not sure about that. I can answer questions about packages, prices, hours, payment and bookings. You can also ask us directly.',
  links: [toContact, toPhone],
};

export function hours(rules: OpeningRules | null): ChatReply {
  return rules ? { text: hoursInWords(rules), links: [toServices] } : unloaded('our hours');
}

export function prices(message: string): ChatReply {
  const named = services.filter((service) => isNamed(service, message));
  const vehicles = vehicleTypes.filter((type) => new RegExp(`\\b${type}s?\\b`).test(message));
  const lines = (named.length > 0 ? named : services).map((service) =>
    priceLine(service, vehicles.length > 0 ? vehicles : vehicleTypes),
  );
  return { text: [...lines, 'Prices are plus tax.'].join('\n'), links: [toServices] };
}

/** Matches the first word, because people rarely type "Premium Detailing" in full. */
function isNamed(service: Service, message: string): boolean {
  const [first = ''] = service.name.toLowerCase().split(' ');
  return message.includes(first);
}

function priceLine(service: Service, vehicles: readonly VehicleType[]): string {
  const each = vehicles.map(
    (type) => `${vehicleLabels[type]} ${formatCents(service.priceCents[type])}`,
  );
  return `${service.name} (${formatDuration(service.durationMinutes)}): ${each.join(', ')}.`;
}

/** A Canadian postal code, or the three characters it begins with. */
export const postalCode = /\b([a-z]\d[a-z])(?:[ -]?(\d[a-z]\d))?\b/;

/** The most postal codes that an answer lists. */
const mostCodes = 12;

export function area(rules: OpeningRules | null): ChatReply {
  if (!rules) return unloaded('the area we serve');
  const { servedPrefixes: codes } = rules;
  return {
    text: `We are based in ${business.location} and come to ${placeOf(codes)}. All we need is a place to park.`,
    links: [toServices, toContact],
  };
}

function placeOf(codes: readonly string[]): string {
  if (codes.length === 0) return `you anywhere in the ${business.serviceArea}`;
  if (codes.length <= mostCodes) return `postal codes that begin with ${eitherOf(codes)}`;
  return `many places in the ${business.serviceArea}. Send me your postal code to check yours`;
}

/** The answer to a message with a postal code. */
export function postalArea(rules: OpeningRules | null, message: string): ChatReply {
  const [, start = '', end = ''] = postalCode.exec(message) ?? [];
  const code = `${start} ${end}`.trim().toUpperCase();
  if (!rules || rules.servedPrefixes.length === 0) return area(rules);
  return isServed(rules.servedPrefixes, code)
    ? { text: `Yes, we come to ${code}.`, links: [toServices] }
    : {
        text: `${code} is outside the area we serve. Send us a message, and we’ll see what we can do.`,
        links: [toContact, toPhone],
      };
}

export function paying(): ChatReply {
  return {
    text:
      `You can book your time with a ${formatCents(business.depositCents)} deposit and pay the rest ` +
      `on site, or pay in full online, plus ${business.tax.label}. ${depositPolicy}`,
    links: [toServices],
  };
}

export function cancelling(): ChatReply {
  return {
    text:
      'You can cancel an upcoming booking under My Bookings. Without an account, find your booking ' +
      'there with your email and booking ID. ' +
      cancellationPolicy({
        ...business,
        paymentOption: 'pay_deposit',
        isDepositKept: false,
        isRainDay: false,
      }),
    links: [toBookings],
  };
}

export function rescheduling(): ChatReply {
  return {
    text:
      'To reschedule, log in and choose the booking under My Bookings. Booked without an account? ' +
      'Find your booking there and press Reschedule: we email you a code to log in with. If you reschedule less than ' +
      `${business.freeCancellationHours} hours before your appointment, the deposit is no longer refundable.`,
    links: [toBookings, toLogin],
  };
}

export function finding(): ChatReply {
  return {
    text:
      'Your bookings are listed under My Bookings once you log in. Without an account, find a ' +
      'booking there with your email and booking ID.',
    links: [toBookings],
  };
}

export function couponAnswer(): ChatReply {
  const { code, amountCents } = business.firstTimeCoupon;
  return {
    text: `First time here? Use the code ${code} for ${formatCents(amountCents)} off your first booking.`,
    links: [toServices],
  };
}

export function booking(rules: OpeningRules | null): ChatReply {
  const how =
    'Choose your vehicle and a package, press Schedule Now, then pick a time that suits you.';
  return { text: rules ? `${how} ${noticeOf(rules)}` : how, links: [toServices] };
}

function noticeOf({ leastNoticeMinutes, windowDays }: OpeningRules): string {
  const least = leastNoticeMinutes > 0 ? `at least ${formatDuration(leastNoticeMinutes)} and ` : '';
  return `Book ${least}at most ${windowDays} ${windowDays === 1 ? 'day' : 'days'} ahead.`;
}

export function reviewing(): ChatReply {
  return {
    text: 'You can read what our customers say, and we would love to hear from you too.',
    links: [
      { label: 'Read reviews', href: '/reviews' },
      { label: 'Leave a review', href: '/leave-review' },
    ],
  };
}

export function gallery(): ChatReply {
  return {
    text: 'Have a look at some of the cars we have worked on.',
    links: [{ label: 'Open the gallery', href: '/gallery' }],
  };
}

export function contact(): ChatReply {
  return {
    text: `Call us at ${business.phone}, write to ${business.infoEmail}, or send us a message here.`,
    links: [toPhone, { label: 'Email us', href: `mailto:${business.infoEmail}` }, toContact],
  };
}

export function thanks(): ChatReply {
  return { text: 'You are welcome! Is there anything else you would like to know?', links: [] };
}

export function payingLater(): ChatReply {
  const names = business.instalmentProviders.map(({ name }) => name);
  if (names.length === 0) return paying();
  return {
    text:
      `Yes, you can pay in instalments with ${eitherOf(names)}. Choose it at checkout, where you ` +
      'can pay in full or only the deposit. The provider decides whether it’s available to you.',
    links: [toServices],
  };
}

/** The answer while the owner's rules could not be loaded; defaults may be wrong. */
function unloaded(what: string): ChatReply {
  return {
    text: `Sorry, I can’t load ${what} right now. Please try again in a moment, or ask us directly.`,
    links: [toContact, toPhone],
  };
}
