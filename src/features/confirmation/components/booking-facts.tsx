import type { ReactNode } from 'react';
import { formatDate, formatDuration, formatTime } from '@domain/time-format.ts';
import type { BookingRecord } from '@/lib/booking-record.ts';
import { CopyButton } from './copy-button.tsx';

/** The booking in four lines. */
export function BookingFacts({ booking }: { booking: BookingRecord }) {
  return (
    <section
      aria-labelledby="summary-heading"
      className="on-lacquer -mx-5 px-5 py-8 sm:mx-0 sm:rounded-badge sm:p-10"
    >
      <h2 id="summary-heading" className="sr-only">
        Your booking
      </h2>
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <Fact label="Service">
          {booking.service_name}
          <span className="block text-base font-normal text-mist">
            {booking.car_year} {booking.car_model}
          </span>
        </Fact>
        <Fact label="Date">{formatDate(booking.booking_date)}</Fact>
        <Fact label="Time">
          {formatTime(booking.booking_time)}
          <span className="block text-base font-normal text-mist">
            About {formatDuration(booking.duration_minutes)}
          </span>
        </Fact>
        <Fact label="Booking ID">
          <span className="block text-base break-all tabular-nums">{booking.id}</span>
          <span className="text-base font-normal">
            <CopyButton text={booking.id} label="the booking ID" />
          </span>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-mist">{label}</dt>
      <dd className="mt-1 text-xl font-semibold">{children}</dd>
    </div>
  );
}
