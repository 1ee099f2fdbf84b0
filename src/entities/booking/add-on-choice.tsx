import { useId } from 'react';
import { visibleAddOns } from '@domain/booking/add-ons.ts';
import { type AddOn, type VehicleType } from '@domain/booking/catalogue.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { CheckCard } from '@/components/ui/radio-card.tsx';
import { priceWords } from './price-words.ts';
import { useBusiness } from '@/lib/business.ts';

type AddOnChoiceProps = {
  vehicleType: VehicleType;
  /** The ids of the chosen ones. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** The add-ons of the business with their prices and minutes; nothing when there are none. */
export function AddOnChoice({ vehicleType, chosen, onChange }: AddOnChoiceProps) {
  const addOns = visibleAddOns(useBusiness());
  if (addOns.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-5 heading-3">Add-ons</legend>
      <div className="grid gap-4">
        {addOns.map((addOn) => (
          <OneAddOn
            key={addOn.id}
            addOn={addOn}
            vehicleType={vehicleType}
            isChosen={chosen.includes(addOn.id)}
            onChoose={(isChosen) =>
              onChange(isChosen ? [...chosen, addOn.id] : chosen.filter((id) => id !== addOn.id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

type OneAddOnProps = {
  addOn: AddOn;
  vehicleType: VehicleType;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function OneAddOn({ addOn, vehicleType, isChosen, onChoose }: OneAddOnProps) {
  const id = useId();
  const price = priceWords(addOn, vehicleType);
  const notes = [addOn.description, addOn.minutes > 0 && `Adds ${formatDuration(addOn.minutes)}.`];
  return (
    <CheckCard
      label={<span id={`${id}-label`}>{addOn.name}</span>}
      description={<span id={`${id}-note`}>{notes.filter(Boolean).join(' ')}</span>}
      aside={<span id={`${id}-price`}>{price === '$0.00' ? 'Free' : `+${price}`}</span>}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-price ${id}-note`}
      checked={isChosen}
      onChange={(event) => onChoose(event.target.checked)}
    />
  );
}
