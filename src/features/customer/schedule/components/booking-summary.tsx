import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { sellAddOns } from '@domain/booking/add-ons.ts';
import {
  vehicleName,
  type AddOn,
  type Service,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import type { Quote } from '@domain/money/pricing.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { drawingOf } from '@/components/vehicle-drawings.ts';
import { Amounts } from '@/entities/booking/amounts.tsx';
import { paths } from '@/config/paths.ts';
import { useBusiness } from '@/lib/business.ts';
import { formatDay } from '@/lib/days.ts';
import type { Start } from '../use-chosen-time.ts';
import { toldTime } from '@/lib/told-times.ts';

type BookingSummaryProps = {
  service: Service;
  vehicleType: VehicleType;
  addOns: readonly AddOn[];
  chosen: Start | null;
  price: Quote;
  couponCode: string | null;
  /** The way on, under the price. */
  children: ReactNode;
};

/** What is being booked and how its price comes about. */
export function BookingSummary(props: BookingSummaryProps) {
  const { service, vehicleType, chosen, price, couponCode } = props;
  const business = useBusiness();
  return (
    <SummaryPanel
      heading={service.name}
      picture={
        <img
          src={drawingOf(vehicleType).address}
          alt=""
          width={1020}
          height={450}
          className="mx-auto mb-6 h-auto w-full max-w-72 lg:max-w-none lg:[@media(height<52rem)]:hidden"
        />
      }
    >
      <Link to={`${paths.home}#packages`} className="footer-link text-sm">
        Change package
      </Link>
      <p className="mt-2 text-mist">{vehicleName(business, vehicleType)}</p>
      <p className="text-mist">
        {chosen ? `${formatDay(chosen.date)}, ${toldTime(chosen.time)}` : 'No time picked yet'}
      </p>

      <Amounts
        label={service.name}
        addOns={sellAddOns(props.addOns, vehicleType)}
        price={price}
        couponCode={couponCode}
        className="mt-6"
      />
      <div className="mt-8">{props.children}</div>
    </SummaryPanel>
  );
}
