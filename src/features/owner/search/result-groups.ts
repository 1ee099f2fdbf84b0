import { formatCents } from '@domain/money/money.ts';
import { formatTime } from '@domain/time/time-format.ts';
import type { FoundEverything } from '@contracts/search.ts';
import { adminBookingPath, adminCustomerPath, adminInquiryPath } from '@/config/admin-paths.ts';
import { formatShortDay } from '@/lib/days.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import { formatMoment } from '@/lib/moments.ts';

export type Result = { key: string; label: string; detail?: string; to: string };
export type ResultGroup = { heading: string; results: readonly Result[] };

/** An area of the administration, which the search finds by its name. */
export type Place = { to: string; label: string };

const methods = { online: 'online', cash: 'cash', card: 'card', e_transfer: 'e-transfer' } as const;

const places = (all: readonly Place[], term: string): Result[] =>
  all
    .filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${term.trim().toLowerCase()}`))
    .map(({ to, label }) => ({ key: to, label, to }));

/** What the search shows, group by group; groups without a match are left out. Without a term, every area. */
export function resultGroups(
  found: FoundEverything | undefined,
  all: readonly Place[],
  term: string,
): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      heading: 'Customers',
      results: (found?.customers ?? []).map(({ email, name, phone }) => ({
        key: email,
        label: name,
        detail: `${formatPhone(phone)}, ${email}`,
        to: adminCustomerPath(email),
      })),
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
    { heading: 'Go to', results: places(all, term) },
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
