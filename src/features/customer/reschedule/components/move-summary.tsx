import type { ReactNode } from 'react';
import { carName } from '@domain/booking/car-name.ts';
import { vehicleName } from '@domain/booking/catalogue.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { formatCents } from '@domain/money/money.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { useBusiness } from '@/lib/business.ts';
import type { OwnBooking } from '../api/get-booking.ts';
import type { Start } from '../api/move-booking.ts';
import { toldTime } from '@/lib/told-times.ts';

type MoveSummaryProps = {
  booking: OwnBooking;
  chosen: Start | null;
  /** The way on, under the two times. */
  children: ReactNode;
};

/** From when to when the booking goes, and what stays as it is. */
export function MoveSummary({ booking, chosen, children }: MoveSummaryProps) {
  const business = useBusiness();
  const isPaid = booking.status !== 'pending_payment';
  return (
    <SummaryPanel heading={booking.service_name} className="lg:sticky lg:top-8">
      <p className="mt-2 text-mist">
        {carName(booking)}, {booking.vehicle_name ?? vehicleName(business, booking.vehicle_type)}
      </p>
      <dl className="mt-6 grid gap-4 border-t border-ivory/20 pt-6">
        <Fact label={chosen ? 'Before' : 'Now'} className={chosen ? 'text-mist line-through' : ''}>
          <Moment date={booking.booking_date} time={booking.booking_time} />
        </Fact>
        <Fact label="New time" className={chosen ? 'font-semibold text-citrine' : 'text-mist'}>
          {chosen ? <Moment date={chosen.date} time={chosen.time} /> : 'Not chosen yet'}
        </Fact>
      </dl>
      <div className="mt-6">{children}</div>
      <h3 className="mt-8 border-t border-ivory/20 pt-6 font-semibold">Stays the same</h3>
      <dl className="mt-3 grid gap-3 tabular-nums">
        <Fact label="Where">
          {booking.address}, {booking.city}, {booking.province} {booking.postal_code}
        </Fact>
        {moneyLines(booking).map(({ label, amount }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-mist">{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {isPaid && booking.customer_email && (
        <p className="mt-6 text-sm text-mist">
          We email the new time to {booking.customer_email}, with a calendar file.
        </p>
      )}
    </SummaryPanel>
  );
}

function Fact(props: { label: string; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-mist">{props.label}</dt>
      <dd className={props.className}>{props.children}</dd>
    </div>
  );
}

function Moment({ date, time }: Start) {
  return (
    <>
      {formatDate(date)}
      <span className="block">{toldTime(time)}</span>
    </>
  );
}

type MoneyLine = { label: string; amount: string };

/** What was paid for a booking, and what is still to pay. Moving it changes neither. */
function moneyLines(booking: OwnBooking): MoneyLine[] {
  const { status, payment_option, total_cents, due_now_cents, money } = booking;
  const dueLater = total_cents - due_now_cents;
  if (status === 'pending_payment' || !money)
    return linesOf({ 'To pay online': due_now_cents, 'Due on site': dueLater });
  const isFirst = status !== 'paid' && money.paid_cents === due_now_cents;
  const firstLabel = payment_option === 'pay_deposit' ? 'Deposit paid' : 'Paid online';
  return linesOf({
    [isFirst ? firstLabel : 'Paid']: money.paid_cents,
    Refunded: money.refunded_cents - (money.owed_cents ?? 0),
    'To be refunded': money.owed_cents ?? 0,
    'Due on site': money.due_on_site_cents,
  });
}

const linesOf = (amounts: Record<string, number>): MoneyLine[] =>
  Object.entries(amounts)
    .filter(([, cents]) => cents > 0)
    .map(([label, cents]) => ({ label, amount: formatCents(cents) }));
