import { business } from './business.ts';
import { services, vehicleLabels, vehicleTypes } from './catalogue.ts';
import type { Service, VehicleType } from './catalogue.ts';
import { formatCents } from './money.ts';
import { usualHours } from './opening-rules.ts';
import { formatDuration, formatTime } from './time-format.ts';
import { minutesOfDay } from './wall-time.ts';

type ChatLink = { label: string; href: string };
export type ChatReply = { text: string; links: readonly ChatLink[] };

const toServices = { label: 'See the packages', href: '/' };
const toBookings = { label: 'My Bookings', href: '/my-bookings' };
const toContact = { label: 'Contact us', href: '/contact' };
const toPhone = { label: `Call ${business.phone}`, href: business.phoneHref };

export const greeting: ChatReply = {
  text: `Hi! Welcome to ${business.name}. Ask me about our packages, prices, hours or your booking.`,
  links: [toServices],
};

export const fallback: ChatReply = {
  text:
    'I am not sure about that one. I can tell you about packages, prices, hours, payment and ' +
    'changing a booking, or you can ask us directly.',
  links: [toContact, toPhone],
};

export function hours(): ChatReply {
  const [first = '', second = ''] = usualHours.starts;
  const everyHours = ((minutesOfDay(second) ?? 0) - (minutesOfDay(first) ?? 0)) / 60;
  return {
    text:
      `Our booking hours are ${shortTime(first)} to ${shortTime(usualHours.endsBy)}, with slots ` +
      `every ${everyHours} hours: ${list(usualHours.starts.map(shortTime))}.`,
    links: [toServices],
  };
}

export function prices(message: string): ChatReply {
  const named = services.filter((service) => isNamed(service, message));
  const vehicles = vehicleTypes.filter((type) => new RegExp(`\\b${type}s?\\b`).test(message));
  const lines = (named.length > 0 ? named : services).map((service) =>
    priceLine(service, vehicles.length > 0 ? vehicles : vehicleTypes),
  );
  return { text: [...lines, 'Prices are plus tax.'].join('\n'), links: [toServices] };
}

/** By its first word: nobody types "Premium Detailing" in full. */
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

export function area(): ChatReply {
  return {
    text:
      `We are based in ${business.location} and come to you anywhere in the ` +
      `${business.serviceArea}. All we need is a place to park.`,
    links: [toServices, toContact],
  };
}

export function paying(): ChatReply {
  return {
    text:
      `You can hold your time with a ${formatCents(business.depositCents)} deposit and pay the rest ` +
      `on site, or pay in full online, plus ${business.tax.label}. The deposit is fully refundable ` +
      `if you cancel at least ${business.freeCancellationHours} hours before your appointment.`,
    links: [toServices],
  };
}

export function changing(): ChatReply {
  return {
    text:
      'You can reschedule or cancel an upcoming booking under My Bookings; without an account you ' +
      'find it with your email and booking ID. Cancel at least ' +
      `${business.freeCancellationHours} hours ahead and you get everything back; later, we keep ` +
      `the ${formatCents(business.depositCents)} deposit.`,
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

export function booking(): ChatReply {
  return {
    text: 'Choose your vehicle and a package, press Schedule Now, then pick a time that suits you.',
    links: [toServices],
  };
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

/** "09:00" -> "9 AM" */
function shortTime(time: string): string {
  return formatTime(time).replace(':00', '');
}

function list(items: readonly string[]): string {
  return items.length < 2
    ? items.join('')
    : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}
