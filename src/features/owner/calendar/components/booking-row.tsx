import { Link } from 'wouter';
import { soldName } from '@domain/booking/add-ons.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import type { FoundBooking } from '@contracts/calendar.ts';
import { standingOf, type CrewTitle } from '../event-words.ts';

type BookingRowProps = {
  booking: FoundBooking;
  today: LocalDate;
  titleOf: CrewTitle;
  to: string;
  isOpen: boolean;
};

function lookOf({ status, done_at: doneAt }: FoundBooking): string {
  if (status === 'cancelled') return 'mark-cancelled';
  return doneAt ? 'mark-done' : '';
}

export function BookingRow({ booking, today, titleOf, to, isOpen }: BookingRowProps) {
  return (
    <Link to={to} aria-current={isOpen ? 'true' : undefined} className="list-row row-of-booking">
      <span className="flex items-baseline gap-2 @2xl:block">
        <span className="block font-semibold tabular-nums">{formatTime(booking.booking_time)}</span>
        <span className="block text-sm text-ink-soft">{formatDate(booking.booking_date)}</span>
      </span>
      <span className="min-w-0">
        <span className="row-name block truncate font-semibold">{booking.customer_name}</span>
        <span className="block truncate text-sm text-ink-soft">
          {booking.car} · {soldName(booking.service_name, booking.add_ons)}
        </span>
      </span>
      <span className="text-sm @2xl:text-right">
        <span className={`mark ${lookOf(booking)}`}>{standingOf(booking, today)}</span>
        {booking.due_cents > 0 && (
          <span className="ml-2 font-semibold tabular-nums @2xl:mt-1 @2xl:ml-0 @2xl:block">
            {formatCents(booking.due_cents)} due
          </span>
        )}
        {titleOf && typeof booking.crew === 'number' && (
          <span className="ml-2 text-ink-soft @2xl:mt-1 @2xl:ml-0 @2xl:block">
            {titleOf(booking.crew)}
          </span>
        )}
      </span>
    </Link>
  );
}
