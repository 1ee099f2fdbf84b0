import { Link } from 'wouter';
import { formatTime } from '@domain/time/time-format.ts';
import { Section } from '@/components/section.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { formatDay } from '@/lib/days.ts';
import type { Inquiry } from '@contracts/inquiries.ts';

/** The booking that was named. Anybody can type a number: whose it is stands beside it. */
export function AboutBooking({ inquiry: { booking, booking_id: typed } }: { inquiry: Inquiry }) {
  if (!typed) return null;
  return (
    <Section
      heading="About a booking"
      headingClassName="text-sm font-semibold text-ink-soft"
      className="mt-8"
    >
      {booking ? (
        <Link
          to={adminBookingPath(booking.id)}
          className="mt-1 flex min-h-11 items-center font-semibold wrap-anywhere underline underline-offset-4"
        >
          {booking.service_name} for {booking.customer_name}, {formatDay(booking.booking_date)} at{' '}
          {formatTime(booking.booking_time)}
          {booking.status === 'cancelled' && ' (cancelled)'}
        </Link>
      ) : (
        <p className="mt-1">
          No booking has the ID that the customer entered:{' '}
          <span className="text-sm break-all text-ink-soft">{typed}</span>
        </p>
      )}
    </Section>
  );
}
