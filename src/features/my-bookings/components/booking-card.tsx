import { canChange, displayLabel } from '@domain/booking.ts';
import { business } from '@domain/business.ts';
import { formatDate, formatTime } from '@domain/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { reschedulePath } from '@/config/paths-of-one.ts';
import type { ListedBooking } from '../api/rained-out.ts';
import { standingOf } from '../standing-of.ts';
import { StatusBadge } from './status-badge.tsx';

type BookingCardProps = { booking: ListedBooking; today: string; onCancel: () => void };

export const cardHeadingId = (bookingId: string) => `booking-${bookingId}`;

export function BookingCard({ booking, today, onCancel }: BookingCardProps) {
  const standing = standingOf(booking);
  return (
    <article
      aria-labelledby={cardHeadingId(booking.id)}
      className="rounded-badge border border-hairline bg-ivory p-5 sm:p-8"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={cardHeadingId(booking.id)} tabIndex={-1} className="scroll-mt-8 heading-3">
            {booking.service_name}
          </h3>
          <p className="mt-1 text-ink-soft">
            {booking.car_model} {booking.car_year}
          </p>
        </div>
        <StatusBadge label={displayLabel(standing, today)} />
      </div>
      <dl className="mt-6 grid gap-x-8 gap-y-4 border-t border-hairline pt-6 sm:grid-cols-2">
        <Fact label="Date">{formatDate(booking.booking_date)}</Fact>
        <Fact label="Time">{formatTime(booking.booking_time)}</Fact>
        <Fact label="Booking ID" className="break-all sm:col-span-2">
          {booking.id}
        </Fact>
      </dl>
      {booking.status === 'pending_payment' && (
        <p className="mt-5 text-sm text-ink-soft">
          Not paid yet. Its time is only held for a short while.
        </p>
      )}
      {booking.is_rained_out && (
        <p className="mt-5 text-sm text-ink-soft">
          We called this visit off for rain. Choose another time, free of charge, or call us at{' '}
          {business.phone}.
        </p>
      )}
      {booking.payment_option === 'pay_later' && booking.status === 'confirmed' && (
        <p className="mt-5 text-sm text-ink-soft">
          To be paid on site, once you have seen the result.
        </p>
      )}
      {canChange(standing, today) && (
        <div className="mt-6 flex flex-wrap gap-3">
          {/* A guest has to log in first, with the address of the booking. */}
          <ButtonLink
            variant="secondary"
            to={reschedulePath(booking.id)}
            state={{ email: booking.customer_email }}
          >
            Reschedule
          </ButtonLink>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </article>
  );
}

function Fact(props: { label: string; className?: string; children: string }) {
  return (
    <div className={props.className}>
      <dt className="text-sm text-ink-soft">{props.label}</dt>
      <dd className="font-medium">{props.children}</dd>
    </div>
  );
}
