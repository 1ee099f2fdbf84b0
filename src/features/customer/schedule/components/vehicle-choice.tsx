import { priceFor, type Service, type VehicleType } from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { CarFields } from '@/entities/booking/details-fields.tsx';
import { useBusiness } from '@/lib/business.ts';
import { FieldGroup } from './details-fields.tsx';
import { Choice } from './choice.tsx';
import { KnownCars } from './known-choices.tsx';

type VehicleChoiceProps = {
  service: Service;
  vehicleType: VehicleType;
  onChange: (vehicleType: VehicleType) => void;
};

/** The car: its size, which sets the price, and what we look for in the driveway. */
export function VehicleChoice({ service, vehicleType, onChange }: VehicleChoiceProps) {
  const { vehicleClasses } = useBusiness();
  return (
    <FieldGroup legend="Your vehicle">
      <KnownCars
        vehicleType={vehicleType}
        nameOf={(known) => vehicleClasses.find(({ id }) => id === known)?.name}
        onVehicle={onChange}
      />
      {vehicleClasses.map(({ id, name }) => (
        <Choice
          key={id}
          name="vehicle-type"
          label={name}
          price={formatCents(priceFor(service, id))}
          checked={id === vehicleType}
          onChoose={() => onChange(id)}
          className="sm:col-span-3"
        />
      ))}
      <CarFields />
    </FieldGroup>
  );
}
