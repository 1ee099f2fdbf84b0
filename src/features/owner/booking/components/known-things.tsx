import { useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { FoundCaller } from '@contracts/customers.ts';
import { findVehicleClass, vehicleName } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { CarFields, PlaceFields } from '@/entities/booking/details-fields.tsx';
import { useBusiness } from '@/lib/business.ts';
import { carFields, carsOf, placeFields, placesOf } from '../known-caller.ts';
import type { usePhoneWork } from '../use-phone-work.ts';
import { KnownChoice } from './known-choice.tsx';
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
