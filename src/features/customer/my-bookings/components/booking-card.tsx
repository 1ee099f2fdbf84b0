import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { carPhotosPath } from '@/config/paths-of-one.ts';
import { AddToCalendar } from '@/entities/booking/add-to-calendar.tsx';
import { addressOf } from '@/entities/booking/booking-details.ts';
import { useBusiness } from '@/lib/business.ts';
import { timeLabel, toldTime } from '@/lib/told-times.ts';
import type { BookingDetails } from '@contracts/booking.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { bookingNumber } from '@domain/booking/booking-number.ts';
import { canChange, displayLabel, type DisplayLabel } from '@domain/booking/booking.ts';
import { carName } from '@domain/booking/car-name.ts';
import { formatCents } from '@domain/money/money.ts';
import { reductionLabel } from '@domain/money/reduction.ts';
import { soldTaxes, taxName, taxOnSite } from '@domain/money/sold-taxes.ts';
import { formatDate } from '@domain/time/time-format.ts';
import type { ListedBooking } from '../api/rained-out.ts';
import { standingOf } from '../standing-of.ts';
import { BookAgain } from './book-again.tsx';
import { FollowVisit, isToday } from './follow-visit.tsx';
import { MoreOfBooking } from './more-of-booking.tsx';
import { owesBalance, PayBalance } from './pay-balance.tsx';
import { PayNow } from './pay-now.tsx';
import { PhotosOfBooking } from './photos-of-booking.tsx';
import { RescheduleLink } from './reschedule-link.tsx';
import { TextsOfBooking } from './texts-of-booking.tsx';

type BookingCardProps = {
  booking: ListedBooking;
  today: string;
  /** Of the link to the photos of the visit. */
  photoToken: string | undefined;
  onCancel: () => void;
};

export const cardHeadingId = (bookingId: string) => `booking-${bookingId}`;

export function BookingCard({ booking, today, photoToken, onCancel }: BookingCardProps) {
  const { facts } = useBusiness();
  const standing = standingOf(booking);
  const refundedNow = booking.refunded_now_cents ?? 0;
  return (
    <article
      aria-labelledby={cardHeadingId(booking.id)}
      className="rounded-badge border border-hairline bg-ivory p-5 sm:p-8"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={cardHeadingId(booking.id)} tabIndex={-1} className="scroll-mt-8 heading-3">
            {soldName(booking.service_name, booking.details?.add_ons)}
          </h3>
          <p className="mt-1 text-ink-soft">{carName(booking)}</p>
        </div>
        <StatusBadge label={displayLabel(standing, today)} />
      </div>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 border-t border-hairline pt-6">
        <Fact label="Date">{formatDate(booking.booking_date)}</Fact>
        <Fact label={timeLabel()}>{toldTime(booking.booking_time)}</Fact>
        {booking.details && <WhereAndMoney booking={booking} details={booking.details} />}
        {!booking.details && refundedNow > 0 && (
          <Fact label="Refunded">{formatCents(refundedNow)}</Fact>
        )}
        <Fact label="Booking number">{bookingNumber(booking.id)}</Fact>
        <Fact label="Booking ID" className="col-span-2 text-sm break-all">
          {booking.id}
        </Fact>
      </dl>
      {booking.details && (
        <>
          <MoreOfBooking details={booking.details} isOpen={canChange(standing, today)} />
          <PhotosOfBooking
            details={booking.details}
            isOpen={canChange(standing, today)}
            canRemove={canChange(standing, today) || booking.status === 'cancelled'}
          />
        </>
      )}
      {booking.details && booking.status !== 'pending_payment' && canChange(standing, today) && (
        <TextsOfBooking bookingId={booking.id} email={booking.customer_email} />
      )}
      {photoToken !== undefined && <PhotosOfWork token={photoToken} />}
      {booking.status === 'pending_payment' && <PayNow booking={booking} />}
      {booking.status !== 'pending_payment' && !booking.details && (
        <p className="mt-5 text-sm text-ink-soft">
          To see the address, what is paid and what is due, find this booking with your email
          address.
        </p>
      )}
      {booking.is_rained_out && (
        <p className="mt-5 text-sm text-ink-soft">
          We can’t come at this time because of rain. Choose another time, free of charge, or call
          us at {facts.phone}.
        </p>
      )}
      {booking.payment_option === 'pay_later' && booking.status === 'confirmed' && (
        <p className="mt-5 text-sm text-ink-soft">
          Pay on site once you have seen the result, or online.
        </p>
      )}
      {booking.details && isToday(booking, today) && (
        <div className="mt-6">
          <FollowVisit booking={booking} />
        </div>
      )}
      {booking.details && owesBalance(booking, booking.details) && (
        <div className="mt-6">
          <PayBalance booking={booking} />
        </div>
      )}
      {canAddToCalendar(booking, today) && (
        <div className="mt-6">
          <AddToCalendar
            booking={booking}
            details={booking.details}
            place="At your address"
            variant="secondary"
          />
        </div>
      )}
      {!canChange(standing, today) && (
        <div className="mt-6">
          <BookAgain booking={booking} details={booking.details} />
        </div>
      )}
      {canChange(standing, today) && (
        <div className="mt-6 flex flex-wrap gap-3">
          <RescheduleLink bookingId={booking.id} email={booking.customer_email} />
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </article>
  );
}

/** For a visit to come that stands. */
const canAddToCalendar = (booking: ListedBooking, today: string) =>
  booking.status !== 'pending_payment' && canChange(standingOf(booking), today);

function WhereAndMoney(props: { booking: ListedBooking; details: BookingDetails }) {
  const { booking, details } = props;
  const taxes = soldTaxes(details);
  const dueNow = details.due_now_cents;
  const laterTip = details.later_tip_cents ?? 0;
  // Of a cancelled visit only what was paid and refunded matters.
  const isSold = booking.status !== 'cancelled';
  const { disputed_cents: disputed = 0, owed_cents: owed = 0 } = details;
  const { reduced_cents: reduced = 0, reduced_tax_cents: reducedTax = 0 } = details;
  return (
    <>
      <Fact label="Address" className="col-span-2">
        {addressOf(details)}
      </Fact>
      {isSold && <Fact label="Total">{formatCents(details.total_cents + laterTip)}</Fact>}
      {isSold && reduced > 0 && (
        <Fact label={reductionLabel({ status: booking.status, taxCents: reducedTax })}>
          {formatCents(-reduced)}
        </Fact>
      )}
      <Fact label="Paid">{formatCents(details.paid_cents)}</Fact>
      {details.refunded_cents > owed && (
        <Fact label="Refunded">{formatCents(details.refunded_cents - owed)}</Fact>
      )}
      {owed > 0 && <Fact label="To be refunded">{formatCents(owed)}</Fact>}
      {disputed > 0 && <Fact label="Disputed by your bank">{formatCents(disputed)}</Fact>}
      {dueNow > 0 && <Fact label="Due now">{formatCents(dueNow)}</Fact>}
      {isSold && (
        <Fact
          label="Due on site"
          note={details.due_on_site_cents > 0 && taxes.length === 0 ? taxOnSite(taxes) : undefined}
        >
          {formatCents(details.due_on_site_cents)}
        </Fact>
      )}
      {isSold && <PartsOfTotal details={details} tipCents={details.tip_cents + laterTip} />}
    </>
  );
}

const PartsOfTotal = (props: { details: BookingDetails; tipCents: number }) => (
  <>
    {props.details.add_ons?.map(({ id, name, priceCents }) => (
      <Fact key={id} label={`Includes ${name}`}>
        {formatCents(priceCents)}
      </Fact>
    ))}
    {props.tipCents > 0 && <Fact label="Includes a tip">{formatCents(props.tipCents)}</Fact>}
    {soldTaxes(props.details).map((tax) => (
      <Fact key={tax.label} label={`Includes ${taxName(tax)}`} className="col-span-2">
        {formatCents(tax.cents)}
      </Fact>
    ))}
  </>
);

type FactProps = {
  label: string;
  /** Under the fact. */
  note?: string | undefined;
  className?: string;
  children: string;
};

function Fact(props: FactProps) {
  return (
    <div className={props.className}>
      <dt className="text-sm text-ink-soft">{props.label}</dt>
      <dd className="font-medium">{props.children}</dd>
      {props.note && <dd className="text-sm text-ink-soft">{props.note}</dd>}
    </div>
  );
}

/** The way to the photos of a visit that is done, and to the consent to show them. */
function PhotosOfWork({ token }: { token: string }) {
  return (
    <ButtonLink variant="secondary" className="mt-6 max-sm:w-full" to={carPhotosPath(token)}>
      Before and after photos
    </ButtonLink>
  );
}

const looks: Record<DisplayLabel, string> = {
  Upcoming: 'bg-lacquer text-ivory border-lacquer',
  Completed: 'bg-success-wash text-success border-success',
  Cancelled: 'bg-danger-wash text-danger border-danger',
};

function StatusBadge({ label }: { label: DisplayLabel }) {
  return (
    <span className={`rounded-badge border px-3 py-1 text-sm font-semibold ${looks[label]}`}>
      {label}
    </span>
  );
}
