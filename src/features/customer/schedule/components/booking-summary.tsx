import type { ReactNode } from 'react';
import { vehicleLabels, type Service, type VehicleType } from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import type { Quote } from '@domain/money/pricing.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { vehicleDrawings } from '@/components/vehicle-drawings.ts';
import { formatDay } from '@/lib/days.ts';
import { priceLines } from '../price-lines.ts';
import type { Start } from '../use-chosen-time.ts';

type BookingSummaryProps = {
  service: Service;
  vehicleType: VehicleType;
  chosen: Start | null;
  price: Quote;
  /** The way on, under the price. */
  children: ReactNode;
};

/** What is being booked and how its price comes about. */
export function BookingSummary(props: BookingSummaryProps) {
  const { service, vehicleType, chosen, price } = props;
  return (
    <aside
      aria-labelledby="summary-heading"
      className="on-lacquer -mx-5 px-5 py-8 sm:-mx-8 sm:px-8 lg:mx-0 lg:rounded-badge"
    >
      <img
        src={vehicleDrawings[vehicleType]}
        alt=""
        width={1020}
        height={450}
        className="mx-auto mb-6 h-auto w-full max-w-72 lg:max-w-none lg:[@media(height<52rem)]:hidden"
      />
      <h2 id="summary-heading" className="heading-3">
        {service.name}
      </h2>
      <p className="mt-2 text-mist">{vehicleLabels[vehicleType]}</p>
      <p className="text-mist">
        {chosen ? `${formatDay(chosen.date)}, ${formatTime(chosen.time)}` : 'No time picked yet'}
      </p>

      <dl className="mt-6 grid gap-3 border-t border-ivory/20 pt-6 tabular-nums">
        {priceLines(service.name, price).map(({ label, amount }) => (
          <Amount key={label} label={label} amount={amount} />
        ))}
        <Amount
          label="Total"
          amount={formatCents(price.totalCents)}
          className="border-t border-ivory/20 pt-4 text-xl font-semibold"
        />
        <Amount
          label="Due now"
          amount={formatCents(price.dueNowCents)}
          className="font-semibold text-citrine"
        />
        <Amount label="Due on site" amount={formatCents(price.dueOnSiteCents)} />
      </dl>
      <div className="mt-8">{props.children}</div>
    </aside>
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
