import { memo, useCallback, useDeferredValue, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { paths } from '@/config/paths.ts';
import { useBusiness } from '@/lib/business.ts';
import { navigate } from '@/lib/location.tsx';
import {
  vehicleName,
  visibleServices,
  type Service,
  type ServiceId,
  type VehicleType,
  priceFor,
} from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { taxBesidePrices } from '@domain/money/tax-beside-prices.ts';
import { formatDuration } from '@domain/time/time-format.ts';

type PackagesProps = {
  vehicleType: VehicleType;
  onScheduleLikely: (serviceId: ServiceId) => void;
};

/** The three packages side by side, and the way on once one is chosen. */
export const Packages = memo(function Packages(props: PackagesProps) {
  const { vehicleType, onScheduleLikely } = props;
  const business = useBusiness();
  const services = visibleServices(business);
  const [chosenId, setChosen] = useState<ServiceId | null>(null);
  const chosen = services.find(({ id }) => id === chosenId) ?? null;
  // The card shows the choice first.
  const ready = useDeferredValue(chosen);
  const choose = useCallback(
    (service: Service) => {
      setChosen(service.id);
      onScheduleLikely(service.id);
    },
    [onScheduleLikely],
  );
  return (
    <section id="packages" aria-labelledby="packages-heading" className="relative pt-20 md:pt-28">
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <h2 id="packages-heading" className="max-w-2xl heading-1">
            Packages and prices
          </h2>
          <p role="status" className="text-ink-soft">
            Prices for <strong className="text-ink">{vehicleName(business, vehicleType)}</strong>
            {taxBesidePrices(business.tax)}
          </p>
        </div>
        <div className="mt-12 grid border-hairline max-lg:gap-5 lg:grid-cols-3 lg:border-y">
          {services.map((service) => (
            <PackageCard
              key={service.id}
              service={service}
              vehicleType={vehicleType}
              isChosen={service.id === chosen?.id}
              onChoose={choose}
            />
          ))}
        </div>
      </div>
      <div
        aria-live="polite"
        data-keep-clear=""
        className="sticky bottom-(--toast-height) z-20 mt-12"
      >
        {ready && (
          <ReadyToBook
            service={ready}
            vehicleType={vehicleType}
            onScheduleLikely={() => onScheduleLikely(ready.id)}
          />
        )}
      </div>
    </section>
  );
});

type PackageCardProps = {
  service: Service;
  vehicleType: VehicleType;
  isChosen: boolean;
  onChoose: (service: Service) => void;
};

/** One package, read like the sticker in a showroom window. A press anywhere on it chooses it. */
const PackageCard = memo(function PackageCard(props: PackageCardProps) {
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

type ReadyToBookProps = {
  service: Service;
  vehicleType: VehicleType;
  onScheduleLikely: () => void;
};

/** Stays in view while the packages are, so that a choice is never made out of sight of its outcome. */
function ReadyToBook({ service, vehicleType, onScheduleLikely }: ReadyToBookProps) {
  const business = useBusiness();
  function schedule() {
    const { id, name } = service;
    navigate(paths.schedule, {
      state: { service: { id, name }, serviceId: id, vehicleType },
    });
  }
  return (
    <div className="on-lacquer ready-panel">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4 sm:px-8 sm:py-5">
        <div>
          <h2 className="heading-3 text-citrine">Ready to Book?</h2>
          <p className="mt-0.5 max-sm:text-sm">
            {service.name}, {vehicleName(business, vehicleType)}
            <span className="text-mist">
              {' '}
              · {formatCents(priceFor(service, vehicleType))} ·{' '}
              {formatDuration(service.durationMinutes)}
            </span>
          </p>
        </div>
        <Button
          className="max-sm:w-full"
          onClick={schedule}
          onPointerEnter={onScheduleLikely}
          onFocus={onScheduleLikely}
        >
          Schedule Now
        </Button>
      </div>
    </div>
  );
}
