import { formatCents } from '@domain/money/money.ts';
import { formatTime } from '@domain/time/time-format.ts';
import type { FoundEverything } from '@contracts/search.ts';
import {
  adminBookingPath,
  adminCustomerPath,
  adminInquiryPath,
  adminPhoneCustomerPath,
} from '@/config/admin-paths.ts';
import { formatShortDay } from '@/lib/days.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import { formatMoment } from '@/lib/moments.ts';
import { isSearchable } from './api/search-everything.ts';

export type Result = { key: string; label: string; detail?: string; to: string };
export type ResultGroup = { heading: string; results: readonly Result[] };

/** An area of the administration or a setting, which the search finds by its name and by other words for it. */
export type Place = { to: string; label: string; words?: string };

const methods = { online: 'online', cash: 'cash', card: 'card', e_transfer: 'e-transfer' } as const;

const begins = (text: string, term: string) =>
  ` ${text.toLowerCase()}`.includes(` ${term.trim().toLowerCase()}`);

const placesFor = (areas: readonly Place[], term: string): Result[] =>
  areas.filter(({ label }) => begins(label, term)).map(({ to, label }) => ({ key: to, label, to }));

/** By its name or by all of its words, those found by name first. A detail says on which screen it is. */
function settingsFor(all: readonly Place[], areas: readonly Place[], term: string): Result[] {
  const terms = term.trim().split(/\s+/);
  if (!isSearchable(term)) return [];
  const named = all.filter(({ label }) => begins(label, term));
  const meant = all.filter(
    (one) =>
      !named.includes(one) &&
      terms.every((each) => begins(`${one.label} ${one.words ?? ''}`, each)),
  );
  return [...named, ...meant].map(({ to, label }) => {
    const screen = areas.find((area) => area.to === to.split('#')[0])?.label;
    return { key: `${to} ${label}`, label, to, ...(screen && { detail: screen }) };
  });
}

/** What the search shows, group by group; groups without a match are left out. Without a term, every area. */
export function resultGroups(
  found: FoundEverything | undefined,
  { areas, settings }: { areas: readonly Place[]; settings: readonly Place[] },
  term: string,
): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      heading: 'Customers',
      results: [
        ...(found?.customers ?? []).map(({ email, name, phone }) => ({
          key: email,
          label: name,
          detail: `${formatPhone(phone)}, ${email}`,
          to: adminCustomerPath(email),
        })),
        ...(found?.phone_customers ?? []).map(({ name, phone }) => ({
          key: `${phone} ${name}`,
          label: name,
          detail: `${formatPhone(phone)}, by phone`,
          to: adminPhoneCustomerPath(phone, name),
        })),
      ],
    },
    { heading: 'Bookings', results: (found?.bookings ?? []).map(bookingResult) },
    {
      heading: 'Inquiries',
      results: (found?.inquiries ?? []).map(({ id, name, subject, created_at: at }) => ({
        key: id,
        label: subject,
        detail: `${name}, ${formatMoment(at)}`,
        to: adminInquiryPath(id),
      })),
    },
    {
      heading: 'Payments',
      results: (found?.payments ?? []).map((payment) => ({
        key: payment.id,
        label: `${formatCents(payment.amount_cents)}, ${methods[payment.method]}`,
        detail: `${payment.customer_name}, ${formatMoment(payment.settled_at)}`,
        to: adminBookingPath(payment.booking_id),
      })),
    },
    { heading: 'Go to', results: placesFor(areas, term) },
    { heading: 'Settings', results: settingsFor(settings, areas, term) },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

function bookingResult(booking: FoundEverything['bookings'][number]): Result {
  const { id, customer_name: name, booking_date: day, booking_time: time, status } = booking;
  const standing = { cancelled: ', cancelled', pending_payment: ', not paid' } as const;
  const end = status in standing ? standing[status as keyof typeof standing] : '';
  return {
    key: id,
    label: name,
    detail: `${formatShortDay(day)} ${day.slice(0, 4)}, ${formatTime(time)}, ${booking.service_name}${end}`,
    to: adminBookingPath(id),
  };
}
