import type { ReactNode } from 'react';
import { Link } from '@/lib/router.tsx';
import { vehicleLabels } from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { business } from '@domain/business.ts';
import type { CheckoutState } from '@domain/booking/checkout.ts';
import { paths } from '@/config/paths.ts';
import { scheduleState, type Checkout } from '../checkout-state.ts';

/** What is being paid for, how its price comes about, and what is due when. */
export function OrderSummary({ checkout, children }: { checkout: Checkout; children: ReactNode }) {
  return (
    <aside
      aria-labelledby="order-heading"
      className="on-lacquer -mx-5 px-5 py-8 sm:-mx-8 sm:px-8 lg:mx-0 lg:rounded-badge"
    >
      <h2 id="order-heading" className="heading-3">
        {checkout.serviceName}
      </h2>
      <Facts checkout={checkout} />
      <Link
        to={paths.schedule}
        state={scheduleState(checkout)}
        className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        Change details
      </Link>
      <dl className="mt-3 grid gap-3 border-t border-ivory/20 pt-6 tabular-nums">
        {amountLines(checkout).map(({ label, amount }) => (
          <Amount key={label} label={label} amount={amount} />
        ))}
        <Amount
          label="Total"
          amount={formatCents(checkout.totalAmount)}
          className="border-t border-ivory/20 pt-4 text-xl font-semibold"
        />
        <Amount
          label="Due now"
          amount={formatCents(checkout.amountDueNow)}
          className="font-semibold text-citrine"
        />
        <Amount
          label="Due on site"
          amount={formatCents(checkout.totalAmount - checkout.amountDueNow)}
        />
      </dl>
      <div className="mt-8">{children}</div>
    </aside>
  );
}

function Facts({ checkout }: { checkout: Checkout }) {
  const { address, city, province, postalCode } = checkout.customerInfo;
  return (
    <dl className="mt-4 grid gap-3">
      <Fact label="Vehicle">
        {checkout.carYear} {checkout.carModel}
        <span className="block text-mist">{vehicleLabels[checkout.vehicleType]}</span>
      </Fact>
      <Fact label="When">
        {formatDate(checkout.bookingDate)}
        <span className="block text-mist">{formatTime(checkout.bookingTime)}</span>
      </Fact>
      <Fact label="Where">
        {address}
        <span className="block text-mist">
          {city}, {province} {postalCode}
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-mist">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Amount(props: { label: string; amount: string; className?: string }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${props.className ?? ''}`}>
      <dt>{props.label}</dt>
      <dd className="whitespace-nowrap">{props.amount}</dd>
    </div>
  );
}

/** How the total comes about, line by line. Lines without an amount are left out. */
function amountLines(checkout: CheckoutState): { label: string; amount: string }[] {
  const lines = [{ label: 'Price', amount: formatCents(checkout.price) }];
  const add = (label: string, cents: number, sign = '') => {
    if (cents > 0) lines.push({ label, amount: `${sign}${formatCents(cents)}` });
  };
  add(`Coupon ${business.firstTimeCoupon.code}`, checkout.discount, '−');
  add(business.tax.label, checkout.taxAmount);
  add('Tip', checkout.tipAmount);
  return lines;
}
