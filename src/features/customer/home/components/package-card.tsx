import { memo } from 'react';
import { priceFor, type Service, type VehicleType } from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';

type PackageCardProps = {
  service: Service;
  vehicleType: VehicleType;
  isChosen: boolean;
  onChoose: (service: Service) => void;
};

/** One package, read like the sticker in a showroom window. A press anywhere on it chooses it. */
export const PackageCard = memo(function PackageCard(props: PackageCardProps) {
  const { service, vehicleType, isChosen, onChoose } = props;
  return (
    <article
      data-service={service.id}
      data-early-click=""
      className={`package ${isChosen ? 'on-lacquer package-chosen' : ''}`}
      onClick={() => onChoose(service)}
    >
      <div className="flex items-baseline justify-between gap-x-4 @max-[10rem]:flex-wrap">
        <h3 className="heading-3">{service.name}</h3>
        <p className="package-quiet whitespace-nowrap tabular-nums">
          {formatDuration(service.durationMinutes)}
        </p>
      </div>
      <p className="mt-6 text-[min(clamp(2.75rem,2rem+2vw,3.75rem),22cqi)] leading-none font-semibold tracking-[-0.045em] font-wide tabular-nums">
        {formatCents(priceFor(service, vehicleType))}
      </p>
      <p className="package-quiet mt-5">{service.description}</p>
      <ul className="mt-7 mb-9">
        {service.features.map((feature) => (
          <li key={feature} className="package-line">
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={isChosen ? 'primary' : 'secondary'}
        aria-pressed={isChosen}
        className="mt-auto w-full"
      >
        <span>
          {isChosen ? 'Selected' : 'Select'} <span className="sr-only">{service.name}</span>
        </span>
      </Button>
    </article>
  );
});
