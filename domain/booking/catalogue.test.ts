import { expect, test } from 'vitest';
import { findService, findServiceByName, isVehicleType, services } from './catalogue.ts';

test.each([
  ['Basic Wash', 6500, 8500, 120, 4],
  ['Premium Detailing', 9999, 11999, 180, 6],
  ['Luxury Package', 12999, 14999, 240, 8],
])(
  '%s has its prices, duration and features [S3.1, S9.3, S9.4, S9.5, S9.24]',
  (name, sedan, suv, minutes, features) => {
    const service = findServiceByName(name);
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
    expect(findServiceByName(name)?.features.join(', ').toLowerCase()).toBe(features);
  },
);

test('every service has an id and a description [S3.1]', () => {
  for (const { id, description } of services) {
    expect(id).toMatch(/^[a-z-]+$/);
    expect(description).toMatch(/^[A-Z].+\.$/);
  }
});

test('an SUV costs twenty dollars more than a sedan for every service [S9.2]', () => {
  expect(services.map(({ priceCents }) => priceCents.suv - priceCents.sedan)).toEqual([
    2000, 2000, 2000,
  ]);
});

test('a service is found by its id or its name', () => {
  for (const service of services) {
    expect(findService(service.id)).toBe(service);
    expect(findServiceByName(service.name)).toBe(service);
  }
});

test('an unknown service is not found', () => {
  expect(findService('Basic Wash')).toBeUndefined();
  expect(findService('toString')).toBeUndefined();
  expect(findServiceByName('basic-wash')).toBeUndefined();
});

test('only sedan and suv are vehicle types [S3.2]', () => {
  expect(['sedan', 'suv', 'SUV', 'truck', '', null, 1].filter(isVehicleType)).toEqual([
    'sedan',
    'suv',
  ]);
});
