import { describe, expect, test } from 'vitest';
import type { AddOn } from '../business/business.ts';
import { defaultBusiness } from '../business/default-business.ts';
import { bookedMinutes, checkAddOns, findAddOns, sellAddOns, soldName } from './add-ons.ts';
import {
  findService,
  findSoldService,
  findVehicleClass,
  lowestPriceCents,
  vehicleName,
} from './catalogue.ts';

const { services } = defaultBusiness;
const named = (name: string) => services.find((service) => service.name === name);

test.each([
  ['Basic Wash', 6500, 8500, 120, 4],
  ['Premium Detailing', 9999, 11999, 180, 6],
  ['Luxury Package', 12999, 14999, 240, 8],
])(
  '%s has its prices, duration and features [S3.1, S9.3, S9.4, S9.5, S9.24]',
  (name, sedan, suv, minutes, features) => {
    const service = named(name);
    expect(service?.priceCents).toEqual({ sedan, suv });
    expect(service?.durationMinutes).toBe(minutes);
    expect(service?.features).toHaveLength(features);
  },
);

const featuresOf = {
  'Basic Wash': 'exterior wash, tire cleaning, interior vacuuming, window cleaning',
  'Premium Detailing':
    'full exterior wash, interior deep cleaning (steam/vacuum), odor elimination, clay bar treatment, ' +
    'leather conditioning, tire wax/shine',
  'Luxury Package':
    'premium exterior wash, clay bar treatment, deep interior cleaning, engine bay cleaning, ' +
    'ceramic coating, odor elimination, leather conditioning, tire wax/shine',
};

test.each(Object.entries(featuresOf))(
  '%s includes every advertised feature [S3.1, S9.3]',
  (name, features) => {
    expect(named(name)?.features.join(', ').toLowerCase()).toBe(features);
  },
);

test('every service has an id and a description [S3.1]', () => {
  for (const { id, description } of services) {
    expect(id).toMatch(/^[a-z-]+$/);
    expect(description).toMatch(/^[A-Z].+\.$/);
  }
});

test('an SUV costs twenty dollars more than a sedan for every service [S9.2]', () => {
  expect(services.map(({ priceCents: { sedan = 0, suv = 0 } }) => suv - sedan)).toEqual([
    2000, 2000, 2000,
  ]);
});

test('a service is found by its id, unless it is hidden', () => {
  for (const service of services) expect(findService(defaultBusiness, service.id)).toBe(service);
  expect(findService(defaultBusiness, 'Basic Wash')).toBeUndefined();
  expect(findService(defaultBusiness, 'toString')).toBeUndefined();
  const hidden = services.map((service) => ({ ...service, isVisible: false }));
  expect(findService({ services: hidden }, 'basic-wash')).toBeUndefined();
});

test('a sold service is found under its former name, and while it is hidden', () => {
  const sold = { service_id: 'basic-wash', service_name: 'The old name' };
  const hidden = services.map((service) => ({ ...service, isVisible: false }));
  expect(findSoldService({ services: hidden }, sold)?.name).toBe('Basic Wash');
  const unknown = { service_id: 'moon-polish', service_name: 'Moon Polish' };
  expect(findSoldService(defaultBusiness, unknown)).toBeUndefined();
});

test('only sedan and suv are vehicle types [S3.2]', () => {
  const ids = ['sedan', 'suv', 'SUV', 'truck', '', null, 1];
  expect(ids.filter((id) => findVehicleClass(defaultBusiness, id))).toEqual(['sedan', 'suv']);
  expect(vehicleName(defaultBusiness, 'suv')).toBe('SUV / Compact SUV');
});

test('the lowest price is that of a service that can be booked', () => {
  expect(lowestPriceCents(defaultBusiness)).toBe(6500);
  const rest = services.map((one) => ({ ...one, isVisible: one.id !== 'basic-wash' }));
  expect(lowestPriceCents({ services: rest })).toBe(9999);
});

describe('add-ons', () => {
  const addOn = (id: string, minutes: number, isVisible = true): AddOn => ({
    id,
    name: id,
    description: '',
    priceCents: { sedan: 1000, suv: 1500 },
    minutes,
    isVisible,
  });
  const business = { addOns: [addOn('wax', 30), addOn('engine', 45), addOn('old', 5, false)] };

  const service = { durationMinutes: 120 };

  test('are found in the order shown, without those that are unknown or hidden', () => {
    const found = findAddOns(business, ['engine', 'old', 'polish', 'wax']);
    expect(found.map(({ id }) => id)).toEqual(['wax', 'engine']);
  });

  test('are accepted in any order', () => {
    expect(checkAddOns(business, service, ['engine', 'wax'])).toEqual({
      ok: true,
      addOns: business.addOns.slice(0, 2),
    });
    expect(checkAddOns(business, service, [])).toEqual({ ok: true, addOns: [] });
  });

  test.each([
    ['unknown', ['wax', 'polish']],
    ['hidden', ['old']],
    ['named twice', ['wax', 'wax']],
    ['named like a property', ['toString']],
  ])('that are %s are refused', (_how, ids) => {
    expect(checkAddOns(business, service, ids)).toEqual({ ok: false, code: 'add_on_unavailable' });
  });

  test('make a visit of up to twelve hours', () => {
    expect(checkAddOns(business, { durationMinutes: 690 }, ['wax']).ok).toBe(true);
    expect(checkAddOns(business, { durationMinutes: 691 }, ['wax'])).toEqual({
      ok: false,
      code: 'visit_too_long',
    });
  });

  test('are sold with their prices for the vehicle class', () => {
    expect(sellAddOns(business.addOns.slice(0, 1), 'suv')).toEqual([
      { id: 'wax', name: 'wax', priceCents: 1500, minutes: 30 },
    ]);
  });

  test('are told with the service', () => {
    const names = ['Wax', 'Clay', 'Polish'].map((name) => ({ name }));
    expect([0, 1, 2, 3].map((count) => soldName('Wash', names.slice(0, count)))).toEqual([
      'Wash',
      'Wash with Wax',
      'Wash with Wax and Clay',
      'Wash with Wax, Clay and Polish',
    ]);
    expect(soldName('Wash', null)).toBe('Wash');
  });

  test('lengthen the visit', () => {
    expect(bookedMinutes({ durationMinutes: 120 }, business.addOns.slice(0, 2))).toBe(195);
  });
});
