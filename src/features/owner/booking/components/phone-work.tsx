import {
  findVehicleClass,
  visibleServices,
  type ServiceId,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { priceWords } from '@/entities/booking/price-words.ts';
import { AddOnChoice } from '@/entities/booking/add-on-choice.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { useBusiness } from '@/lib/business.ts';

type WorkProps = {
  work: {
    service: { id: ServiceId } | undefined;
    vehicleType: VehicleType;
    vehicleProblem?: string | null;
    /** The class that was sold, if the business no longer offers it. */
    formerVehicle?: { id: VehicleType; name: string };
    addOns: readonly { id: string }[];
    setServiceId: (id: ServiceId) => void;
    setVehicleType: (id: VehicleType) => void;
    setAddOns: (ids: string[]) => void;
  };
};

/** What is wanted, one line a service: what sets the price and how long it takes. */
export function PhoneWork({ work }: WorkProps) {
  const { service: chosen, addOns } = work;
  const business = useBusiness();
  // A class that is no longer offered has no prices.
  const vehicleType = findVehicleClass(business, work.vehicleType)?.id ?? '';
  return (
    <div className="grid gap-6">
      <fieldset>
        <legend className="mb-3 heading-3">Service</legend>
        <div className="choice-lines">
          {visibleServices(business).map((service) => (
            <ServiceLine
              key={service.id}
              {...service}
              price={priceWords(service, vehicleType)}
              isChosen={service.id === chosen?.id}
              onChoose={work.setServiceId}
            />
          ))}
        </div>
      </fieldset>
      <AddOnChoice
        vehicleType={vehicleType}
        chosen={addOns.map(({ id }) => id)}
        onChange={work.setAddOns}
      />
    </div>
  );
}

type ServiceLineProps = {
  id: ServiceId;
  name: string;
  durationMinutes: number;
  price: string;
  isChosen: boolean;
  onChoose: (id: ServiceId) => void;
};

function ServiceLine({ id, name, durationMinutes, price, isChosen, onChoose }: ServiceLineProps) {
  return (
    <label className="choice-line">
      <input type="radio" name="service" checked={isChosen} onChange={() => onChoose(id)} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{name}</span>{' '}
        <span className="choice-line-note">{formatDuration(durationMinutes)}</span>
      </span>{' '}
      <span className="tabular-nums">{price}</span>
    </label>
  );
}

export const vehicleChoiceId = 'phone-vehicle';

/** The size of the car. */
export function VehicleChoice({ work }: WorkProps) {
  const { vehicleProblem: problem, formerVehicle: former } = work;
  const problemId = `${vehicleChoiceId}-problem`;
  return (
    <fieldset id={vehicleChoiceId} aria-describedby={problem ? problemId : undefined}>
      <legend className="mb-2 text-sm font-semibold">
        Vehicle
        <span aria-hidden="true" className="text-brass">
          {' *'}
        </span>
      </legend>
      <div className="flex flex-wrap gap-3 *:grow">
        {former && (
          <RadioCard
            name="vehicle-type"
            label={former.name}
            description="No longer offered"
            checked={former.id === work.vehicleType}
            onChange={() => work.setVehicleType(former.id)}
          />
        )}
        {useBusiness().vehicleClasses.map(({ id, name }) => (
          <RadioCard
            key={id}
            name="vehicle-type"
            label={name}
            checked={id === work.vehicleType}
            onChange={() => work.setVehicleType(id)}
          />
        ))}
      </div>
      {problem && (
        <p id={problemId} className="mt-2 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
