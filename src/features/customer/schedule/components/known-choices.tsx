import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { knownChoicesQuery } from '@/entities/booking/known-choices.ts';
import { useSession } from '@/lib/session.ts';

type KnownCarsProps = {
  vehicleType: VehicleType;
  /** The name of a class that can be booked; undefined for one that was retired. */
  nameOf: (vehicleType: VehicleType) => string | undefined;
  onVehicle: (vehicleType: VehicleType) => void;
};

/** The cars of former bookings, each filled in with one press. Nothing for guests and new customers. */
export function KnownCars({ vehicleType: chosen, nameOf, onVehicle }: KnownCarsProps) {
  const { cars } = useKnownChoices();
  const { fill, isFilled } = useFilled();
  return (
    <Chips label="Your cars">
      {cars.map(({ model, year, vehicleType }) => {
        const fields = { carModel: model, carYear: String(year) };
        const vehicle = nameOf(vehicleType);
        // Booked as one class and then as another, a car is two choices with two prices.
        const isTwice = cars.filter((car) => car.model === model && car.year === year).length > 1;
        return (
          <Chip
            key={`${model} ${year} ${vehicleType}`}
            isChosen={isFilled(fields) && (!isTwice || vehicleType === chosen)}
            onChoose={() => {
              fill(fields);
              if (vehicle !== undefined) onVehicle(vehicleType);
            }}
          >
            {year} {model}
            {isTwice && vehicle !== undefined && `, ${vehicle}`}
          </Chip>
        );
      })}
    </Chips>
  );
}

/** The same for the addresses. */
export function KnownAddresses() {
  const { addresses } = useKnownChoices();
  const { fill, isFilled } = useFilled();
  return (
    <Chips label="Your addresses">
      {addresses.map((fields) => (
        <Chip
          key={Object.values(fields).join()}
          isChosen={isFilled(fields)}
          onChoose={() => fill(fields)}
        >
          {fields.address}, {fields.city}
        </Chip>
      ))}
    </Chips>
  );
}

const nothing = { cars: [], addresses: [], contact: undefined };

export function useKnownChoices() {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : '';
  const { data = nothing } = useQuery({ ...knownChoicesQuery(userId), enabled: userId !== '' });
  return data;
}

function useFilled() {
  const { setValue, formState } = useFormContext<DetailsInput>();
  const typed = useWatch<DetailsInput>();
  const entries = (fields: Partial<DetailsInput>) =>
    Object.entries(fields) as [keyof DetailsInput, string][];
  return {
    fill: (fields: Partial<DetailsInput>) =>
      entries(fields).forEach(([name, value]) =>
        setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
      ),
    isFilled: (fields: Partial<DetailsInput>) =>
      entries(fields).every(([name, value]) => typed[name] === value),
  };
}

export function Chips({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2 sm:col-span-6">
      {children}
    </div>
  );
}

type ChipProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

export function Chip({ isChosen, onChoose, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className="chip max-w-full text-left wrap-anywhere"
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
