import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { carName } from '@domain/booking/car-name.ts';
import { bookingNumber } from '@domain/booking/booking-number.ts';
import { vehicleName } from '@domain/booking/catalogue.ts';
import { moreFacts } from '@domain/booking/more-fields.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Section } from '@/components/section.tsx';
import {
  adminCustomerPath,
  adminPhoneCustomerPath,
  adminReceiptPath,
  bookAgainPath,
} from '@/config/admin-paths.ts';
import { VisitPhotos } from '@/entities/booking-photo/visit-photos.tsx';
import { useBusiness } from '@/lib/business.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import type { ShownBooking } from '../api/booking-page.ts';
import { actionsOf } from '../next-actions.ts';
import { addressOf, moneyLines } from '../words.ts';

type FactsProps = {
  page: ShownBooking;
  /** The local day. */
  today: string;
};

/** The booking's customer, address and payments, with the links that are not among its actions. */
export function BookingFacts(props: FactsProps) {
  return (
    <>
      <Customer {...props} />
      <Money {...props} />
    </>
  );
}

function Customer({ page, today }: FactsProps) {
  const { booking, photos = [], isKept } = page;
  const business = useBusiness();
  return (
    <Section heading="Customer and address">
      <dl className="mt-4 grid gap-2.5">
        <Fact label="Where">{addressOf(booking)}</Fact>
        {moreFacts(booking.more).map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
        {photos.length > 0 && (
          <Fact label="Photos">
            <VisitPhotos photos={photos} className="mt-1" />
          </Fact>
        )}
        <Fact label="Car">
          {carName(booking)}, {booking.vehicle_name ?? vehicleName(business, booking.vehicle_type)}
        </Fact>
        {booking.add_ons && (
          <Fact label="Add-ons">
            {booking.add_ons
              .map(({ name, priceCents }) => `${name} (${formatCents(priceCents)})`)
              .join('\n')}
          </Fact>
        )}
        <Fact label="Duration">{formatDuration(booking.duration_minutes)}</Fact>
        <Fact label="Phone">{formatPhone(booking.customer_phone)}</Fact>
        {!isKept && <Fact label="Email">{booking.customer_email ?? 'None'}</Fact>}
        <Fact label="Booked">{booking.source === 'phone' ? 'By phone' : 'Online'}</Fact>
        <Fact label="Booking number">{bookingNumber(booking.id)}</Fact>
        <Fact label="Booking ID">{booking.id}</Fact>
      </dl>
      {!isKept && (booking.customer_email !== null || booking.status !== 'pending_payment') && (
        <Link
          to={
            booking.customer_email === null
              ? adminPhoneCustomerPath(booking.customer_phone, booking.customer_name)
              : adminCustomerPath(booking.customer_email)
          }
          className="mt-2 text-link wrap-anywhere"
        >
          Open {booking.customer_name}’s page
        </Link>
      )}
      {!actionsOf(page, today).ordinary.includes('again') && (
        <ButtonLink to={bookAgainPath(booking.id)} variant="secondary" className="mt-4 w-full">
          Book again
        </ButtonLink>
      )}
    </Section>
  );
}

function Money({ page, today }: FactsProps) {
  return (
    <Section heading="Money">
      <dl className="mt-4 border-t border-hairline tabular-nums">
        {moneyLines(page).map(({ label, amount, isSum }) => (
          <div
            key={label}
            className={`flex justify-between gap-4 border-b border-hairline py-2.5 ${isSum ? 'font-semibold' : ''}`}
          >
            <dt className={isSum ? '' : 'text-ink-soft'}>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {!actionsOf(page, today).ordinary.includes('receipt') && (
        <Link to={adminReceiptPath(page.booking.id)} className="mt-2 text-link wrap-anywhere">
          Receipt
        </Link>
      )}
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-medium wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
