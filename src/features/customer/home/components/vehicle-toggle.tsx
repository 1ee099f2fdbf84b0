import { useEffect, useRef } from 'react';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import { useBusiness } from '@/lib/business.ts';

type VehicleToggleProps = {
  value: VehicleType;
  onChange: (vehicleType: VehicleType) => void;
};

/** The prices and the drawing follow the choice. */
export function VehicleToggle({ value, onChange }: VehicleToggleProps) {
  const { vehicleClasses } = useBusiness();
  const rootRef = useRef<HTMLFieldSetElement>(null);
  // Chosen in the page before the app took it over, or by a browser that remembers choices: nobody heard of it.
  useEffect(() => {
    const chosen = rootRef.current?.querySelector<HTMLInputElement>(':checked')?.value;
    const unheard = vehicleClasses.find(({ id }) => id === chosen && id !== value);
    if (unheard) onChange(unheard.id);
  }, [vehicleClasses, value, onChange]);
  return (
    <fieldset ref={rootRef}>
      <legend className="mb-3 text-sm font-medium text-mist lg:sr-only">Your vehicle</legend>
      <div className="segments">
        {vehicleClasses.map(({ id, name }) => (
          <label key={id} className="segment">
            <input
              type="radio"
              name="vehicle-type"
              value={id}
              checked={value === id}
              onChange={() => onChange(id)}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
