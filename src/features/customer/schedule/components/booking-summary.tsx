import type { ReactNode } from 'react';
import { vehicleLabels, type Service, type VehicleType } from '@domain/booking/catalogue.ts';
import type { Quote } from '@domain/money/pricing.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { vehicleDrawings } from '@/components/vehicle-drawings.ts';
import { Amounts } from '@/entities/booking/amounts.tsx';
import { formatDay } from '@/lib/days.ts';
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
    <SummaryPanel
      heading={service.name}
      picture={
        <img
          src={vehicleDrawings[vehicleType]}
          alt=""
          width={1020}
          height={450}
          className="mx-auto mb-6 h-auto w-full max-w-72 lg:max-w-none lg:[@media(height<52rem)]:hidden"
        />
      }
    >
      <p className="mt-2 text-mist">{vehicleLabels[vehicleType]}</p>
      <p className="text-mist">
        {chosen ? `${formatDay(chosen.date)}, ${formatTime(chosen.time)}` : 'No time picked yet'}
      </p>

      <Amounts label={service.name} price={price} className="mt-6" />
      <div className="mt-8">{props.children}</div>
    </SummaryPanel>
  );
}
