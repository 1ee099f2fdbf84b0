import {
  vehicleLabels,
  vehicleTypes,
  type Service,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { CarFields } from '@/entities/booking/details-fields.tsx';
import { FieldGroup } from './details-fields.tsx';
import { Choice } from './choice.tsx';

type VehicleChoiceProps = {
  service: Service;
  vehicleType: VehicleType;
  onChange: (vehicleType: VehicleType) => void;
};

/** The car: its size, which sets the price, and what we look for in the driveway. */
export function VehicleChoice({ service, vehicleType, onChange }: VehicleChoiceProps) {
  return (
    <FieldGroup legend="Your vehicle">
      {vehicleTypes.map((type) => (
        <Choice
          key={type}
          name="vehicle-type"
          label={vehicleLabels[type]}
          price={formatCents(service.priceCents[type])}
          checked={type === vehicleType}
          onChoose={() => onChange(type)}
          className="sm:col-span-3"
        />
      ))}
      <CarFields />
    </FieldGroup>
  );
}
