import { vehicleLabels, vehicleTypes, type VehicleType } from '@domain/catalogue.ts';

type VehicleToggleProps = {
  value: VehicleType;
  onChange: (vehicleType: VehicleType) => void;
};

/** Which car is it? Prices and the drawing follow. */
export function VehicleToggle({ value, onChange }: VehicleToggleProps) {
  return (
    <fieldset>
      <legend className="mb-3 text-sm font-medium text-mist">Your vehicle</legend>
      <div className="segments">
        {vehicleTypes.map((type) => (
          <label key={type} className="segment">
            <input
              type="radio"
              name="vehicle-type"
              value={type}
              checked={value === type}
              onChange={() => onChange(type)}
            />
            {vehicleLabels[type]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
