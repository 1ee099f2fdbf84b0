import { Link } from '@/lib/router.tsx';
import { formatCents } from '@domain/money/money.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { adminBookingPath } from '@/config/admin-paths.ts';
import type { BookingLine } from '@contracts/calendar.ts';
import { standingOf } from '../event-words.ts';

export function BookingRow({ booking, today }: { booking: BookingLine; today: LocalDate }) {
  return (
    <Link
      to={adminBookingPath(booking.id)}
      className="list-row md:grid-cols-[16rem_minmax(0,1fr)_9rem]"
    >
      <span>
        <span className="block font-semibold tabular-nums">{formatTime(booking.booking_time)}</span>
        <span className="block text-sm text-ink-soft">{formatDate(booking.booking_date)}</span>
      </span>
      <span className="min-w-0">
        <span className="row-name block truncate font-semibold">{booking.customer_name}</span>
        <span className="block truncate text-sm text-ink-soft">
          {booking.car} · {booking.service_name}
        </span>
      </span>
      <span className="text-sm md:text-right">
        <span className="mark">{standingOf(booking, today)}</span>
        {booking.due_cents > 0 && (
          <span className="ml-2 font-semibold tabular-nums md:mt-1 md:ml-0 md:block">
            {formatCents(booking.due_cents)} due
          </span>
        )}
      </span>
    </Link>
  );
}
