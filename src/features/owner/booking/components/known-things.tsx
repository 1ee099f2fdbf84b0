import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { FoundCaller } from '@contracts/customers.ts';
import { findVehicleClass, vehicleName, type VehicleType } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { CarFields, PlaceFields } from '@/entities/booking/details-fields.tsx';
import { useBusiness } from '@/lib/business.ts';
import { carFields, carsOf, placeFields, placesOf } from '../known-caller.ts';
import { KnownChoice } from './known-choice.tsx';

type KnownProps = {
  caller: FoundCaller | null;
  onFill: (fields: Partial<DetailsInput>) => void;
};

type KnownCarsProps = KnownProps & { onVehicle: (vehicleType: VehicleType) => void };

/** The car that is to be washed: one of the customer's, or another one. */
export function KnownCars({ caller, onFill, onVehicle }: KnownCarsProps) {
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
      isOpen={Boolean(errors.carModel ?? errors.carYear)}
      onChoose={(index) => {
        const car = index === null ? undefined : cars[index];
        setChosen(index);
        onFill(carFields(car));
        const vehicleClass = findVehicleClass(business, car?.vehicle_type);
        if (vehicleClass) onVehicle(vehicleClass.id);
      }}
    >
      <CarFields />
    </KnownChoice>
  );
}

/** Where the car will be: one of the customer's addresses, or another one. */
export function KnownPlaces({ caller, onFill }: KnownProps) {
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
      isOpen={Boolean(errors.address ?? errors.city ?? errors.province ?? errors.postalCode)}
      onChoose={(index) => {
        setChosen(index);
        onFill(placeFields(index === null ? undefined : places[index]));
      }}
    >
      <PlaceFields isOwn={false} />
    </KnownChoice>
  );
}
