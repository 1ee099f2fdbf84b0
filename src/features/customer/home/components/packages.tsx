import { memo, useCallback, useDeferredValue, useState } from 'react';
import {
  vehicleName,
  visibleServices,
  type Service,
  type ServiceId,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import { taxBesidePrices } from '@domain/money/tax-beside-prices.ts';
import { useBusiness } from '@/lib/business.ts';
import { PackageCard } from './package-card.tsx';
import { ReadyToBook } from './ready-to-book.tsx';

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
