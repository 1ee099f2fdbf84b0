import { expect, test } from 'vitest';
import { knownChoices } from './known-choices.ts';

const car = (model: string, year = 2019) => ({ model, year, vehicleType: 'sedan' as const });
const at = (address: string) => ({
  address,
  city: 'Caledon',
  province: 'ON',
  postalCode: 'L7C 1A1',
});
const contact = { name: 'Alex Tremblay', phone: '(905) 555-0142' };

test('lists each car and address once, in the order of the bookings', () => {
  const { cars, addresses, ...rest } = knownChoices([
    { car: car('Honda Civic'), address: at('12 King Street'), contact },
    { car: car('Mazda 3'), address: at('12 king street'), contact },
    { car: car('honda civic'), address: at('7 Queen Street'), contact },
  ]);
  expect(cars.map(({ model }) => model)).toEqual(['Honda Civic', 'Mazda 3']);
  expect(addresses.map(({ address }) => address)).toEqual(['12 King Street', '7 Queen Street']);
  expect(rest.contact).toEqual(contact);
});

test('tells cars of different years apart, and lists at most three', () => {
  const years = [2018, 2019, 2020, 2021];
  const { cars } = knownChoices(
    years.map((year) => ({
      car: car('Honda Civic', year),
      address: at('12 King Street'),
      contact,
    })),
  );
  expect(cars.map(({ year }) => year)).toEqual([2018, 2019, 2020]);
});

test('lists nothing without bookings', () => {
  expect(knownChoices([])).toEqual({ cars: [], addresses: [], contact: undefined });
});
