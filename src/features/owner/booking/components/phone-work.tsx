import {
  priceFor,
  visibleServices,
  type ServiceId,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { AddOnChoice } from '@/entities/booking/add-on-choice.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { useBusiness } from '@/lib/business.ts';

type PhoneWorkProps = {
  serviceId: ServiceId;
  vehicleType: VehicleType;
  /** Ids. */
  addOns: readonly string[];
  onService: (serviceId: ServiceId) => void;
  onVehicle: (vehicleType: VehicleType) => void;
  onAddOns: (addOns: string[]) => void;
};

/** What is wanted, for which size of car: what sets the price and how long it takes. */
export function PhoneWork(props: PhoneWorkProps) {
  const { serviceId, vehicleType, addOns, onService, onVehicle, onAddOns } = props;
  const business = useBusiness();
  return (
    <div className="grid gap-6">
      <fieldset>
        <legend className="mb-3 heading-3">Vehicle</legend>
        <div className="grid grid-cols-2 gap-3">
          {business.vehicleClasses.map(({ id, name }) => (
            <RadioCard
              key={id}
              name="vehicle-type"
              label={name}
              checked={id === vehicleType}
              onChange={() => onVehicle(id)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-3 heading-3">Service</legend>
        <div className="grid gap-3">
          {visibleServices(business).map((service) => (
            <RadioCard
              key={service.id}
              name="service"
              label={service.name}
              description={formatDuration(service.durationMinutes)}
              aside={formatCents(priceFor(service, vehicleType))}
              checked={service.id === serviceId}
              onChange={() => onService(service.id)}
            />
          ))}
        </div>
      </fieldset>
      <AddOnChoice vehicleType={vehicleType} chosen={addOns} onChange={onAddOns} />
    </div>
  );
}
