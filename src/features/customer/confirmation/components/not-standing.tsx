import type { ReactNode } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { paths } from '@/config/paths.ts';
import { myBookingPath } from '@/config/paths-of-one.ts';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';

/** The payment arrived after the hold had expired, when the time was already booked. */
export function Refunded(props: { booking: BookingRecord; amountPaid: number | null }) {
  const { booking, amountPaid } = props;
  const amount = amountPaid === null ? 'your payment' : formatCents(amountPaid);
  return (
    <>
      <Notice
        tone="danger"
        role="alert"
        title="Another customer booked your time before your payment arrived."
      >
        We have refunded {amount} in full. Your bank may need a few days to show it. Everything you
        typed is kept.
      </Notice>
      <WaysOn>
        <ButtonLink
          to={paths.schedule}
          state={{ serviceId: booking.service_id, vehicleType: booking.vehicle_type }}
        >
          Choose another time
        </ButtonLink>
      </WaysOn>
    </>
  );
}

/** Nothing was paid at the provider's page, and this browser does not know the checkout it came from. */
export function Unpaid({ booking, reason }: { booking: BookingRecord; reason: string }) {
  return (
    <>
      <Notice tone="danger" role="alert" title={reason}>
        We hold your time for a short time. Find your booking with your email address, then pay
        another way.
      </Notice>
      <WaysOn>
        <ButtonLink to={myBookingPath(booking.id)}>My Bookings</ButtonLink>
      </WaysOn>
    </>
  );
}

export function Cancelled({ booking }: { booking: BookingRecord }) {
  return (
    <>
      <p className="break-all text-ink-soft">Booking ID {booking.id}</p>
      <WaysOn>
        <ButtonLink to={paths.home}>Book again</ButtonLink>
        <ButtonLink to={myBookingPath(booking.id)} variant="secondary">
          My Bookings
        </ButtonLink>
      </WaysOn>
    </>
  );
}

function WaysOn({ children }: { children: ReactNode }) {
  return <div className="mt-8 flex flex-wrap gap-3">{children}</div>;
}
