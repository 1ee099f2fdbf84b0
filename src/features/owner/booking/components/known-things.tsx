import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { CarFields, PlaceFields } from '@/entities/booking/details-fields.tsx';
import { useBusiness } from '@/lib/business.ts';
import type { FoundCaller } from '@contracts/customers.ts';
import { findVehicleClass, vehicleName } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { carFields, carsOf, placeFields, placesOf } from '../known-caller.ts';
import type { usePhoneWork } from '../use-phone-work.ts';
import { VehicleChoice } from './phone-work.tsx';

type KnownProps = {
  caller: FoundCaller | null;
  work: ReturnType<typeof usePhoneWork>;
  onFill: (fields: Partial<DetailsInput>) => void;
};

/** The only car and address of a customer in one line until they are changed; else a choice of each. */
export function KnownThings(props: KnownProps) {
  const { caller } = props;
  const business = useBusiness();
  const { errors } = useFormState<DetailsInput>();
  const [isChanged, setIsChanged] = useState(false);
  const fieldsRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChanged) fieldsRef.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [isChanged]);
  const [[car, otherCar], [place, otherPlace]] = caller
    ? [carsOf(caller), placesOf(caller)]
    : [[], []];
  const isRefused = [...carNames, ...placeNames].some((name) => errors[name]);
  const isOnly = car && place && !otherCar && !otherPlace;
  if (isOnly && !isChanged && !isRefused && findVehicleClass(business, car.vehicle_type))
    return (
      <div className="known-card">
        <p className="font-semibold">
          {car.car_year} {car.car_model}
          <span className="font-normal text-ink-soft">
            {' · '}
            {vehicleName(business, car.vehicle_type)}
          </span>
        </p>
        <p className="mt-1 wrap-anywhere text-ink-soft">
          {place.address}, {place.city}
        </p>
        <button type="button" className="mt-1 text-link" onClick={() => setIsChanged(true)}>
          Change<span className="sr-only"> the car or the address</span>
        </button>
      </div>
    );
  return (
    <div ref={fieldsRef} className="phone-fields">
      <KnownCars {...props} />
      <VehicleChoice work={props.work} />
      <KnownPlaces {...props} />
    </div>
  );
}

const carNames = ['carModel', 'carYear'] as const;
const placeNames = ['address', 'city', 'province', 'postalCode'] as const;

/** The car that is to be washed: one of the customer's, or another one. */
function KnownCars({ caller, work, onFill }: KnownProps) {
  const business = useBusiness();
  const { errors } = useFormState<DetailsInput>();
  const cars = caller ? carsOf(caller) : [];
  const [chosen, setChosen] = useState(cars.length > 0 ? 0 : null);
  return (
    <KnownChoice
      name="known-car"
      legend="Car"
      known={cars.map((car) => ({
        label: `${car.car_year} ${car.car_model}`,
        note: vehicleName(business, car.vehicle_type),
      }))}
      chosen={chosen}
      otherLabel="Another car"
      isOpen={carNames.some((name) => errors[name])}
      onChoose={(index) => {
        const car = index === null ? undefined : cars[index];
        setChosen(index);
        onFill(carFields(car));
        work.setVehicleType(findVehicleClass(business, car?.vehicle_type)?.id ?? '');
      }}
    >
      <CarFields />
    </KnownChoice>
  );
}

/** Where the car will be: one of the customer's addresses, or another one. */
function KnownPlaces({ caller, onFill }: KnownProps) {
  const { errors } = useFormState<DetailsInput>();
  const places = caller ? placesOf(caller) : [];
  const [chosen, setChosen] = useState(places.length > 0 ? 0 : null);
  return (
    <KnownChoice
      name="known-place"
      legend="Address"
      known={places.map(({ address, city }) => ({ label: address, note: city }))}
      chosen={chosen}
      otherLabel="Another address"
      isOpen={placeNames.some((name) => errors[name])}
      onChoose={(index) => {
        setChosen(index);
        onFill(placeFields(index === null ? undefined : places[index]));
      }}
    >
      <PlaceFields isOwn={false} />
    </KnownChoice>
  );
}

type Known = { label: string; note: string };

type KnownChoiceProps = {
  name: string;
  legend: string;
  known: readonly Known[];
  /** Null for another one than those known. */
  chosen: number | null;
  otherLabel: string;
  onChoose: (index: number | null) => void;
  /** The fields of another one. */
  children: ReactNode;
  /** Whether the fields are shown beside a known one too, because an error belongs to them. */
  isOpen: boolean;
};

/** What a customer had before, each with one press, and the fields of another one. */
function KnownChoice(props: KnownChoiceProps) {
  const { known, chosen, name } = props;
  return (
    <>
      {known.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-sm font-semibold">{props.legend}</legend>
          <div className="grid gap-3 min-[23rem]:grid-cols-2 lg:grid-cols-1 2xl:grid-cols-2">
            {known.map(({ label, note }, index) => (
              <RadioCard
                key={`${label} ${note}`}
                name={name}
                label={label}
                description={note}
                checked={chosen === index}
                onChange={() => props.onChoose(index)}
              />
            ))}
            <RadioCard
              name={name}
              label={props.otherLabel}
              checked={chosen === null}
              onChange={() => props.onChoose(null)}
            />
          </div>
        </fieldset>
      )}
      {(known.length === 0 || chosen === null || props.isOpen) && props.children}
    </>
  );
}
