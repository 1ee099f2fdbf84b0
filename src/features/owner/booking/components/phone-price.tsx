import type { ReactNode } from 'react';
import { sellAddOns } from '@domain/booking/add-ons.ts';
import { type AddOn, type Service, type VehicleType } from '@domain/booking/catalogue.ts';
import { findCoupon, normaliseCoupon } from '@domain/money/coupon.ts';
import { formatCents } from '@domain/money/money.ts';
import { quote } from '@domain/money/pricing.ts';
import { localToday } from '@domain/time/local-day.ts';
import { useNow } from '@/lib/use-now.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { useBusiness } from '@/lib/business.ts';
import { formatDayAndTime } from '@/lib/days.ts';

type PhonePriceProps = {
  service: Service;
  vehicleType: VehicleType;
  addOns: readonly AddOn[];
  couponCode: string;
  start: { date: string | null; time: string | null };
  /** The way on, under the sum. */
  children: ReactNode;
};

/** The time and the price on site, to read out on the phone. */
export function PhonePrice(props: PhonePriceProps) {
  const { service, vehicleType, addOns, couponCode, start, children } = props;
  const business = useBusiness();
  const price = quote(business, {
    service,
    vehicleType,
    addOns,
    coupon: findCoupon(business, couponCode, localToday(useNow())),
    tipCents: 0,
    paymentOption: 'pay_later',
  });
  return (
    <SummaryPanel heading={service.name} className="2xl:sticky 2xl:top-8">
      <p className="mt-2 text-mist">
        {start.date && start.time
          ? formatDayAndTime({ date: start.date, time: start.time })
          : 'No time chosen yet'}
      </p>
      <dl className="mt-6 grid gap-3 border-t border-ivory/20 pt-6 tabular-nums" aria-live="polite">
        <Line
          label={addOns.length > 0 ? service.name : 'Price'}
          amount={formatCents(price.priceCents - price.addOnsCents)}
        />
        {sellAddOns(addOns, vehicleType).map(({ id, name, priceCents }) => (
          <Line key={id} label={name} amount={formatCents(priceCents)} />
        ))}
        {price.discountCents > 0 && (
          <Line
            label={`Coupon ${normaliseCoupon(couponCode)}`}
            amount={`−${formatCents(price.discountCents)}`}
          />
        )}
        {price.taxLines.map((tax) => (
          <Line key={tax.label} label={tax.label} amount={formatCents(tax.cents)} />
        ))}
        <Line label="Due on site" amount={formatCents(price.dueOnSiteCents)} isSum />
      </dl>
      <div className="mt-8">{children}</div>
    </SummaryPanel>
  );
}

function Line({ label, amount, isSum }: { label: string; amount: string; isSum?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${isSum ? 'text-lg font-semibold' : ''}`}>
      <dt className={isSum ? '' : 'text-mist'}>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
