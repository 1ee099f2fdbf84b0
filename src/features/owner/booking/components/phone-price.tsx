import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { sellAddOns } from '@domain/booking/add-ons.ts';
import { type AddOn, type Service, type VehicleType } from '@domain/booking/catalogue.ts';
import { findCoupon, normaliseCoupon } from '@domain/money/typed-coupon.ts';
import { formatCents } from '@domain/money/money.ts';
import { quote, type Quote } from '@domain/money/pricing.ts';
import { taxOnSite } from '@domain/money/sold-taxes.ts';
import { localToday } from '@domain/time/local-day.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { callersCouponQuery } from '@/entities/booking/coupon-offer.ts';
import { useNow } from '@/lib/use-now.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { useBusiness } from '@/lib/business.ts';
import { formatDayAndTime, formatShortDay } from '@/lib/days.ts';
import { useSettled } from '../use-settled.ts';

type PhonePriceProps = {
  service: Service;
  vehicleType: VehicleType;
  addOns: readonly AddOn[];
  couponCode: string;
  start: { date: string | null; time: string | null };
  /** The way on, beside or under the sum. */
  children: ReactNode;
};

/** The time and the price on site, to read out on the phone. On a phone the sum stays above the thumb bar. */
export function PhonePrice(props: PhonePriceProps) {
  const { service, vehicleType, addOns, couponCode, start, children } = props;
  const business = useBusiness();
  const { coupon, refusal } = useTypedCoupon(couponCode);
  const offer = { service, addOns, coupon, tipCents: 0, paymentOption: 'pay_later' } as const;
  const priceOf = (id: VehicleType) => quote(business, { ...offer, vehicleType: id });
  const price = vehicleType === '' ? null : priceOf(vehicleType);
  const sums = price ? [price] : business.vehicleClasses.map(({ id }) => priceOf(id));
  const dueOnSite = sums.map(({ dueOnSiteCents }) => dueOnSiteCents);
  const leastDue = formatCents(Math.min(...dueOnSite));
  const isPlain =
    addOns.length === 0 &&
    !price?.discountCents &&
    (price?.taxLines.length ?? 0) === 0 &&
    refusal === null;
  const { date, time } = start;
  return (
    <SummaryPanel
      heading={service.name}
      className={`lg:sticky lg:top-22 lg:px-5 lg:py-6 ${isPlain ? 'max-lg:py-0 max-lg:[&>h2]:sr-only' : ''}`}
    >
      <div className={isPlain ? 'max-lg:hidden' : ''}>
        <p className="mt-2 text-mist">
          {date && time ? formatDayAndTime({ date, time }) : 'No time chosen yet'}
        </p>
        {price && <PriceLines {...{ service, vehicleType, addOns, couponCode, price }} />}
        <p aria-live="polite" className="text-sm text-citrine">
          {refusal}
        </p>
      </div>
      <div data-keep-clear="" className="book-bar on-lacquer">
        <div className="min-w-0 lg:mt-3">
          <dl className="tabular-nums" aria-live="polite">
            <Line
              label="Due on site"
              amount={new Set(dueOnSite).size > 1 ? `from ${leastDue}` : leastDue}
              isSum
            />
          </dl>
          {price?.taxLines.length === 0 && <p className="text-sm text-mist">{taxOnSite([])}</p>}
          <p aria-hidden="true" className="text-sm text-mist lg:hidden">
            {date && time ? `${formatShortDay(date)}, ${formatTime(time)}` : 'No time yet'}
          </p>
        </div>
        {children}
      </div>
    </SummaryPanel>
  );
}

/** What a typed coupon takes off. The server knows those that aren't advertised, and what is wrong with one. */
function useTypedCoupon(typed: string) {
  const business = useBusiness();
  const today = localToday(useNow());
  const code = useSettled(normaliseCoupon(typed));
  const answer = useQuery(callersCouponQuery(code)).data;
  const isOfTyped = code !== '' && code === normaliseCoupon(typed);
  if (!isOfTyped || !answer) return { coupon: findCoupon(business, typed, today), refusal: null };
  return 'refusal' in answer
    ? { coupon: null, refusal: answer.refusal }
    : { coupon: answer, refusal: null };
}

type PriceLinesProps = Omit<PhonePriceProps, 'start' | 'children'> & { price: Quote };

function PriceLines({ service, vehicleType, addOns, couponCode, price }: PriceLinesProps) {
  return (
    <dl className="mt-5 grid gap-3 border-t border-ivory/20 pt-5 tabular-nums" aria-live="polite">
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
    </dl>
  );
}

function Line({ label, amount, isSum }: { label: string; amount: string; isSum?: boolean }) {
  return (
    <div
      className={
        isSum
          ? 'flex flex-wrap gap-x-3 font-semibold lg:justify-between lg:gap-4 lg:text-lg'
          : 'flex justify-between gap-4'
      }
    >
      <dt className={isSum ? '' : 'text-mist'}>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
