import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { vehicleName } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import { advertisedCoupon } from '@domain/money/coupon.ts';
import { taxNames } from '@domain/money/pricing.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { paths } from '@/config/paths.ts';
import { Amounts } from '@/entities/booking/amounts.tsx';
import { useBusiness } from '@/lib/business.ts';
import { scheduleState, type Checkout } from '../checkout-state.ts';
import { toldTime } from '@/lib/told-times.ts';

/** What is being paid for, how its price comes about, and what is due when. */
export function OrderSummary({ checkout, children }: { checkout: Checkout; children: ReactNode }) {
  const business = useBusiness();
  return (
    <SummaryPanel heading={checkout.serviceName}>
      <Facts checkout={checkout} />
      <Link
        to={paths.schedule}
        state={scheduleState(checkout)}
        className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        Change details
      </Link>
      <Amounts
        label={checkout.addOns?.length ? checkout.serviceName : 'Price'}
        addOns={checkout.addOns}
        price={{
          priceCents: checkout.price,
          discountCents: checkout.discount,
          nearbyDiscountCents: checkout.nearbyDiscount ?? 0,
          taxLines: checkout.taxLines ?? taxOf(checkout, business),
          tipCents: checkout.tipAmount,
          totalCents: checkout.totalAmount,
          dueNowCents: checkout.amountDueNow,
          dueOnSiteCents: checkout.totalAmount - checkout.amountDueNow,
        }}
        couponCode={couponOf(checkout, business)}
        className="mt-3"
      />
      <div className="mt-8">{children}</div>
    </SummaryPanel>
  );
}

/** For a checkout of a server that didn't tell the taxes one by one. */
const taxOf = ({ taxAmount }: Checkout, { tax }: Business) =>
  taxAmount > 0 ? [{ label: taxNames(tax) || 'Tax', cents: taxAmount }] : [];

const couponOf = ({ couponCode }: Checkout, business: Business): string | null =>
  couponCode === undefined ? (advertisedCoupon(business)?.code ?? null) : couponCode;

function Facts({ checkout }: { checkout: Checkout }) {
  const business = useBusiness();
  const { address, city, province, postalCode } = checkout.customerInfo;
  return (
    <dl className="mt-4 grid gap-3">
      <Fact label="Vehicle">
        {checkout.carYear} {checkout.carModel}
        <span className="block text-mist">{vehicleName(business, checkout.vehicleType)}</span>
      </Fact>
      <Fact label="When">
        {formatDate(checkout.bookingDate)}
        <span className="block text-mist">{toldTime(checkout.bookingTime)}</span>
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
