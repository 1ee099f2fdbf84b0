import { useEffect, useRef } from 'react';
import { vehicleLabels, vehicleTypes, type VehicleType } from '@domain/booking/catalogue.ts';

type VehicleToggleProps = {
  value: VehicleType;
  onChange: (vehicleType: VehicleType) => void;
};

/** The prices and the drawing follow the choice. */
export function VehicleToggle({ value, onChange }: VehicleToggleProps) {
  const rootRef = useRef<HTMLFieldSetElement>(null);
  // Chosen in the page before the app took it over, or by a browser that remembers choices: nobody heard of it.
  useEffect(() => {
    const chosen = rootRef.current?.querySelector<HTMLInputElement>(':checked')?.value;
    const unheard = vehicleTypes.find((type) => type === chosen && type !== value);
    if (unheard) onChange(unheard);
  }, [value, onChange]);
  return (
    <fieldset ref={rootRef}>
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
