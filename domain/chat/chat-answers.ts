import { visibleAddOns } from '../booking/add-ons.ts';
import { priceFor, visibleServices } from '../booking/catalogue.ts';
import type { AddOn, Business, Service, VehicleClass } from '../business/business.ts';
import { fixedTerms } from '../business/fixed-terms.ts';
import { hoursInWords, openOnNamedDays } from './chat-hours.ts';
import { advertisedCoupon } from '../money/coupon.ts';
import { formatCents } from '../money/money.ts';
import { cancellationPolicy } from '../money/cancellation-policy.ts';
import { depositInCents, depositPolicy, hoursOf } from '../money/policy.ts';
import { taxOnPrices } from '../money/tax-beside-prices.ts';
import { taxNames } from '../money/pricing.ts';
import type { OpeningRules } from '../time/opening-rules.ts';
import { formatDuration } from '../time/time-format.ts';
import { toBookings, toContact, toLogin, toPhone, toServices, unloaded } from './chat-reply.ts';
import type { ChatReply, Known } from './chat-reply.ts';
import { eitherOf } from './word-list.ts';

export const greeting = ({ business }: Pick<Known, 'business'>): ChatReply => ({
  text: `Hi! Welcome to ${business.facts.name}. Ask me about our packages, prices, hours or your booking.`,
  links: [toServices],
});

export const fallback = ({ business }: Known, message: string): ChatReply => ({
  text: 'I’m not sure about that. I can answer questions about packages, prices, hours, payment and bookings. You can also ask us directly.',
  links: [{ ...toContact, message }, toPhone(business)],
  isUnanswered: true,
});

export function hours({ business, rules }: Known, message: string): ChatReply {
  if (!rules) return unloaded('our hours', business);
  const { lines } = openOnNamedDays(message, rules, business);
  return { text: [...lines, hoursInWords(rules, business)].join('\n'), links: [toServices] };
}

/** Whether a certain day has a free time. Only the calendar knows. */
export function freeTimes({ business, rules }: Known, message: string): ChatReply {
  if (!rules) return unloaded('our hours', business);
  const { lines, isAnyOpen } = openOnNamedDays(message, rules, business);
  const calendar =
    'The calendar shows the times that are still free: choose a package and press Schedule Now. ' +
    hoursInWords(rules, business);
  return { text: [...(isAnyOpen ? [] : lines), calendar].join('\n'), links: [toServices] };
}

export function prices({ business }: Known, message: string): ChatReply {
  const services = visibleServices(business);
  const named = services.filter((service) => isNamed(service, message));
  const vehicles = business.vehicleClasses.filter((one) => isVehicleNamed(one, message));
  const addOns = visibleAddOns(business);
  const namedAddOns = addOns.filter((addOn) => isNamed(addOn, message));
  const classes = vehicles.length > 0 ? vehicles : business.vehicleClasses;
  const isAboutAddOns = named.length === 0 && namedAddOns.length > 0;
  const lines = isAboutAddOns
    ? namedAddOns.map((addOn) => addOnLine(addOn, classes))
    : [
        ...(named.length > 0 ? named : services).map((service) => priceLine(service, classes)),
        ...addOns.map((addOn) => addOnLine(addOn, classes)),
      ];
  lines.push(...taxLines(business));
  return { text: lines.join('\n'), links: [toServices] };
}

/** What the packages are made of; of those that a message names, if it names any. */
export function included({ business }: Known, message: string): ChatReply {
  const services = visibleServices(business);
  const named = services.filter((service) => isNamed(service, message));
  const lines = (named.length > 0 ? named : services).map(
    ({ name, features }) => `${name}: ${features.join(', ')}.`,
  );
  return { text: lines.join('\n'), links: [toServices] };
}

const taxLines = ({ tax }: Business): string[] => (tax.rates.length > 0 ? [taxOnPrices(tax)] : []);

export function addOns({ business }: Known): ChatReply {
  const lines = visibleAddOns(business).map((addOn) => addOnLine(addOn, business.vehicleClasses));
  if (lines.length === 0) {
    return { text: 'We have no add-ons. Each package says what it includes.', links: [toServices] };
  }
  lines.push(...taxLines(business));
  return { text: ['You can add these when you book:', ...lines].join('\n'), links: [toServices] };
}

/** For a vehicle that has no class of its own. */
export function vehicles(known: Known, message: string): ChatReply {
  const { business } = known;
  if (namesOffer(known, message)) return prices(known, message);
  const names = business.vehicleClasses.map(({ name }) => name);
  return {
    text: `Our prices are for these vehicles: ${names.join(', ')}. For another one, please ask us before you book.`,
    links: [toContact, toPhone(business)],
  };
}

export function taxes({ business }: Known, message: string): ChatReply {
  const { rates, coversOnSite } = business.tax;
  if (rates.length === 0) return { text: 'No tax is added to our prices.', links: [toServices] };
  const is = rates.length === 1 ? 'is' : 'are';
  return {
    text: coversOnSite
      ? `${message.includes('includ') ? 'No' : 'Yes'}, ${taxNames(business.tax)} ${is} added to our prices.`
      : `${taxNames(business.tax)} ${is} added when you pay in full online. When you pay a deposit and the rest on site, no tax is added.`,
    links: [toServices],
  };
}

/** Matches the first long word, because people rarely type "Premium Detailing" in full. */
function isNamed({ name }: Pick<Service, 'name'>, message: string): boolean {
  const words = name.toLowerCase().split(' ');
  return message.includes(words.find(({ length }) => length > 3) ?? name.toLowerCase());
}

const isVehicleNamed = ({ id, name }: VehicleClass, message: string): boolean =>
  message.includes(name.toLowerCase()) ||
  new RegExp(`\\b${id.replaceAll('-', '[- ]')}s?\\b`).test(message);

/** Whether a message names something that has a price. */
export const namesOffer = ({ business }: Known, message: string): boolean =>
  [...visibleServices(business), ...visibleAddOns(business)].some((one) => isNamed(one, message)) ||
  business.vehicleClasses.some((one) => isVehicleNamed(one, message));

const priceLine = (service: Service, vehicles: readonly VehicleClass[]): string =>
  `${service.name} (${formatDuration(service.durationMinutes)}): ${pricesOf(service, vehicles)}.`;

function addOnLine(addOn: AddOn, vehicles: readonly VehicleClass[]): string {
  const longer = addOn.minutes > 0 ? `, takes ${formatDuration(addOn.minutes)} more` : '';
  return `${addOn.name} (add-on${longer}): ${pricesOf(addOn, vehicles)}.`;
}

const pricesOf = (priced: Service | AddOn, vehicles: readonly VehicleClass[]): string =>
  vehicles.map(({ id, name }) => `${name} ${formatCents(priceFor(priced, id))}`).join(', ');

export function paying({ business }: Known): ChatReply {
  const { tax } = business;
  const rest = `pay the rest on site, or pay in full online`;
  const plusTax = tax.rates.length === 0 ? '' : `, plus ${taxNames(tax)}`;
  return {
    text:
      `You can book your time with a ${depositInCents(business)} deposit and ${rest}${plusTax}. ` +
      depositPolicy(business),
    links: [toServices],
  };
}

export const depositIsPart = ({ business }: Known): ChatReply => ({
  text: `The ${depositInCents(business)} deposit is part of the price, not on top of it. You pay the rest on site.`,
  links: [toServices],
});

export function cancelling({ business }: Known): ChatReply {
  const { deposit, freeCancellationHours } = business;
  return {
    text:
      'You can cancel an upcoming booking under My Bookings. Without an account, find your booking ' +
      'there with your email and booking ID. ' +
      cancellationPolicy({
        freeCancellationHours,
        depositCents: deposit.kind === 'amount' ? deposit.cents : undefined,
        paymentOption: 'pay_deposit',
        isDepositKept: false,
        isRainDay: false,
      }),
    links: [toBookings],
  };
}

export function rescheduling({ business }: Known): ChatReply {
  const kept =
    business.freeCancellationHours === 0
      ? ''
      : ` If you reschedule less than ${hoursOf(business)} before your appointment, the deposit is no longer refundable.`;
  return {
    text:
      'To reschedule, sign in and choose the booking under My Bookings. Booked without an account? ' +
      'Find your booking there and press Reschedule: we email you a code to sign in with.' +
      kept,
    links: [toBookings, toLogin],
  };
}

export function finding(): ChatReply {
  return {
    text:
      'Your bookings are listed under My Bookings once you sign in. Without an account, find ' +
      'a booking there with your email and booking ID.',
    links: [toBookings],
  };
}

export function couponAnswer({ business }: Known): ChatReply {
  const coupon = advertisedCoupon(business);
  if (!coupon) {
    return { text: 'We have no offer at the moment. Here are our packages.', links: [toServices] };
  }
  const { code, discount, isFirstVisitOnly } = coupon;
  const off =
    discount.kind === 'amount' ? formatCents(discount.cents) : `${discount.basisPoints / 100}%`;
  return {
    text: isFirstVisitOnly
      ? `First time here? Use the code ${code} for ${off} off your first booking.`
      : `Use the code ${code} for ${off} off your booking.`,
    links: [toServices],
  };
}

export function booking({ rules }: Known): ChatReply {
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
    text: 'Have a look at our gallery.',
    links: [{ label: 'Open the gallery', href: '/gallery' }],
  };
}

export function contact({ business }: Known): ChatReply {
  const { phone, infoEmail } = business.facts;
  return {
    text: `Call us at ${phone}, write to ${infoEmail}, or send us a message here.`,
    links: [toPhone(business), { label: 'Email us', href: `mailto:${infoEmail}` }, toContact],
  };
}

export function thanks(): ChatReply {
  return { text: 'You are welcome! Is there anything else you would like to know?', links: [] };
}

export function payingLater(known: Known): ChatReply {
  const names = fixedTerms.instalmentProviders.map(({ name }) => name);
  if (names.length === 0) return paying(known);
  return {
    text:
      `Yes, you can pay in instalments with ${eitherOf(names)}. Choose it at checkout, where you ` +
      'can pay in full or only the deposit. The provider decides whether it’s available to you.',
    links: [toServices],
  };
}
