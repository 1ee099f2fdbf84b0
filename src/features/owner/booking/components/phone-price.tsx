import type { ReactNode } from 'react';
import type { Service, VehicleType } from '@domain/booking/catalogue.ts';
import { normaliseCoupon } from '@domain/money/coupon.ts';
import { formatCents } from '@domain/money/money.ts';
import { quote } from '@domain/money/pricing.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { formatDayAndTime } from '@/lib/days.ts';

type PhonePriceProps = {
  service: Service;
  vehicleType: VehicleType;
  couponCode: string;
  start: { date: string | null; time: string | null };
  /** The way on, under the sum. */
  children: ReactNode;
};

/** The time and the price on site, to read out on the phone. */
export function PhonePrice({ service, vehicleType, couponCode, start, children }: PhonePriceProps) {
  const price = quote({
    service,
    vehicleType,
    couponCode,
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
        <Line label="Price" amount={formatCents(price.priceCents)} />
        {price.discountCents > 0 && (
          <Line
            label={`Coupon ${normaliseCoupon(couponCode)}`}
            amount={`−${formatCents(price.discountCents)}`}
          />
        )}
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
