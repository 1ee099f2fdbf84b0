import type { ReactNode } from 'react';
import { carName } from '@domain/booking/car-name.ts';
import { bookingNumber } from '@domain/booking/booking-number.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { moreFacts } from '@domain/booking/more-fields.ts';
import { keptCents } from '@domain/money/kept.ts';
import { formatCents } from '@domain/money/money.ts';
import { reductionLabel } from '@domain/money/reduction.ts';
import { soldTaxes, taxName, taxOnSite } from '@domain/money/sold-taxes.ts';
import { formatDate, formatDuration } from '@domain/time/time-format.ts';
import type { BookingDetails } from '@contracts/booking.ts';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';
import { Section } from '@/components/section.tsx';
import { drawingOf } from '@/components/vehicle-drawings.ts';
import { CopyButton } from '@/components/copy-button.tsx';
import { timeLabel, toldEnd, toldTime } from '@/lib/told-times.ts';

type BookingFactsProps = { booking: BookingRecord; details: BookingDetails | null };

/** The booking at a glance; where and the money only as far as they are known here. */
export function BookingFacts({ booking, details }: BookingFactsProps) {
  return (
    <Section
      heading="Your booking"
      headingClassName="sr-only"
      className="on-lacquer -mx-5 grid grid-cols-1 items-center gap-x-12 gap-y-8 overflow-hidden px-5 py-8 sm:mx-0 sm:rounded-badge sm:p-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]"
    >
      <img
        src={drawingOf(booking.vehicle_type).address}
        alt=""
        width={1020}
        height={450}
        className="w-full lg:order-last"
      />
      <dl className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
        <Fact label="Service">
          {soldName(booking.service_name, details?.add_ons)}
          <span className="block text-base font-normal text-mist">{carName(booking)}</span>
        </Fact>
        <Fact label="Date">{formatDate(booking.booking_date)}</Fact>
        <Fact label={timeLabel()}>
          {toldTime(booking.booking_time)}
          <span className="block text-base font-normal text-mist">{lengthOf(booking)}</span>
        </Fact>
        {details && <WhereAndMoney details={details} />}
        <Fact label="Booking number" note="To read out when you call us">
          {bookingNumber(booking.id)}
        </Fact>
        <Fact label="Booking ID" className="sm:col-span-2">
          <span className="mr-4 text-base break-all tabular-nums">{booking.id}</span>
          <span className="text-base font-normal">
            <CopyButton text={booking.id} label="the booking ID" />
          </span>
        </Fact>
      </dl>
    </Section>
  );
}

function lengthOf({ booking_time, duration_minutes }: BookingRecord): string {
  const length = formatDuration(duration_minutes);
  const end = toldEnd(booking_time, duration_minutes);
  return end ? `Until about ${end} (${length})` : `About ${length}`;
}

function WhereAndMoney({ details }: { details: BookingDetails }) {
  const taxes = soldTaxes(details);
  const reduced = details.reduced_cents ?? 0;
  return (
    <>
      <Fact label="Address">
        {details.address}
        <span className="block text-base font-normal text-mist">
          {details.city}, {details.province} {details.postal_code}
        </span>
      </Fact>
      {moreFacts(details.more).map(({ label, text }) => (
        <Fact key={label} label={label} className="wrap-anywhere whitespace-pre-line">
          {text}
        </Fact>
      ))}
      <Fact
        label="Total"
        note={
          details.tip_cents > 0 ? `Including a ${formatCents(details.tip_cents)} tip` : undefined
        }
      >
        {formatCents(details.total_cents)}
      </Fact>
      {reduced > 0 && (
        <Fact label={reductionLabel({ status: '', taxCents: details.reduced_tax_cents ?? 0 })}>
          {formatCents(-reduced)}
        </Fact>
      )}
      <Fact label="Paid">{formatCents(keptCents(details))}</Fact>
      <Fact
        label="Due on site"
        note={details.due_on_site_cents > 0 && taxes.length === 0 ? taxOnSite(taxes) : undefined}
      >
        {formatCents(details.due_on_site_cents)}
      </Fact>
      {taxes.map((tax) => (
        <Fact key={tax.label} label={`Includes ${taxName(tax)}`} className="sm:col-span-2">
          {formatCents(tax.cents)}
        </Fact>
      ))}
    </>
  );
}

type FactProps = {
  label: string;
  /** Under the fact. */
  note?: string | undefined;
  className?: string;
  children: ReactNode;
};

function Fact(props: FactProps) {
  return (
    <div className={`min-w-0 ${props.className ?? ''}`}>
      <dt className="text-sm text-mist">{props.label}</dt>
      <dd className="mt-1 text-xl font-semibold">{props.children}</dd>
      {props.note && <dd className="text-base text-mist">{props.note}</dd>}
    </div>
  );
}
