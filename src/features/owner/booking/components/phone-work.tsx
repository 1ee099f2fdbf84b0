import {
  services,
  vehicleLabels,
  vehicleTypes,
  type ServiceId,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { RadioCard } from '@/components/ui/radio-card.tsx';

type PhoneWorkProps = {
  serviceId: ServiceId;
  vehicleType: VehicleType;
  onService: (serviceId: ServiceId) => void;
  onVehicle: (vehicleType: VehicleType) => void;
};

/** What is wanted, for which size of car: what sets the price. */
export function PhoneWork({ serviceId, vehicleType, onService, onVehicle }: PhoneWorkProps) {
  return (
    <div className="grid gap-8">
      <fieldset>
        <legend className="mb-4 heading-3">Vehicle</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {vehicleTypes.map((type) => (
            <RadioCard
              key={type}
              name="vehicle-type"
              label={vehicleLabels[type]}
              checked={type === vehicleType}
              onChange={() => onVehicle(type)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-4 heading-3">Service</legend>
        <div className="grid gap-3">
          {services.map((service) => (
            <RadioCard
              key={service.id}
              name="service"
              label={service.name}
              description={formatDuration(service.durationMinutes)}
              aside={formatCents(service.priceCents[vehicleType])}
              checked={service.id === serviceId}
              onChange={() => onService(service.id)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
