import { Link } from 'wouter';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { adminBookingPath } from '@/config/admin-paths.ts';
import type { Finding } from '@contracts/findings.ts';

/** The booking a finding is about, one press away. */
export function FindingBooking({ booking }: { booking: NonNullable<Finding['booking']> }) {
  return (
    <p className="mt-3">
      <Link to={adminBookingPath(booking.id)} className="text-link">
        {booking.customer_name}, {booking.service_name}
      </Link>
      <span className="block text-sm text-ink-soft">
        {formatDate(booking.booking_date)}, {formatTime(booking.booking_time)}
      </span>
    </p>
  );
}
