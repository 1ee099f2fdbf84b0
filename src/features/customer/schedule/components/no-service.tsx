import { useSyncExternalStore } from 'react';
import {
  chosenVehicleClass,
  visibleServices,
  type Service,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import { taxBesidePrices } from '@domain/money/tax-beside-prices.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { priceWords } from '@/entities/booking/price-words.ts';
import { HeldElsewhereNotice } from '@/entities/booking/held-booking-notice.tsx';
import { useBusiness } from '@/lib/business.ts';
import { lookAtVehicle, lookedAtVehicle, onVehicleLookedAt } from '@/lib/looked-at-vehicle.ts';
import { Choice } from './choice.tsx';

/** Arrived without a package: the packages, one press from their times. */
export default function NoService() {
  const business = useBusiness();
  const { vehicleClasses } = business;
  const wanted = useSyncExternalStore(onVehicleLookedAt, lookedAtVehicle);
  const chosen = chosenVehicleClass(business, wanted);
  return (
    <Page
      title="Schedule"
      heading="No Service Selected"
      lead="Choose a package first. Then we’ll show you the available times."
    >
      <HeldElsewhereNotice />
      <fieldset className="max-w-xl">
        <legend className="mb-3 font-semibold">Your vehicle</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {vehicleClasses.map(({ id, name }) => (
            <Choice
              key={id}
              name="vehicle-type"
              label={name}
              checked={id === chosen?.id}
              onChoose={() => lookAtVehicle(id)}
            />
          ))}
        </div>
      </fieldset>
      <ul aria-label="Packages" className="mt-8 grid gap-5 lg:grid-cols-3">
        {visibleServices(business).map((service) => (
          <Package key={service.id} service={service} vehicleType={chosen?.id} />
        ))}
      </ul>
      <p className="mt-6 text-ink-soft">
        {chosen ? `Prices for ${chosen.name}` : 'Prices depend on your vehicle'}
        {taxBesidePrices(business.tax)}.
      </p>
      <ButtonLink to={paths.home} variant="ghost" className="mt-4 -ml-6">
        Back to Home
      </ButtonLink>
    </Page>
  );
}

type PackageProps = {
  service: Service;
  /** Undefined until it is chosen: the schedule then asks for it. */
  vehicleType: VehicleType | undefined;
};

function Package({ service, vehicleType }: PackageProps) {
  const { id, name, description, durationMinutes } = service;
  return (
    <li className="flex flex-col border border-hairline bg-ivory p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="heading-3">{name}</h2>
        <p className="whitespace-nowrap text-ink-soft">{formatDuration(durationMinutes)}</p>
      </div>
      <p className="mt-3 text-3xl font-semibold tracking-tight font-wide tabular-nums">
        {priceWords(service, vehicleType ?? '')}
      </p>
      <p className="mt-3 mb-6 text-ink-soft">{description}</p>
      <ButtonLink
        to={paths.schedule}
        state={{ service: { id, name }, serviceId: id, vehicleType }}
        className="mt-auto w-full"
        // The schedule has the same address, so the router leaves the page where it is.
        onClick={() => scrollTo(0, 0)}
      >
        <span>
          Choose <span className="sr-only">{name}</span>
        </span>
      </ButtonLink>
    </li>
  );
}
