import fc from 'fast-check';
import type { AddOn, Business, Coupon, Service } from '../business/business.ts';
import { defaultBusiness } from '../business/default-business.ts';

const classIds = ['sedan', 'suv', 'truck', 'van', 'coupe'];

const pricesFor = (ids: readonly string[], min: number): fc.Arbitrary<Record<string, number>> =>
  fc.record(Object.fromEntries(ids.map((id) => [id, fc.integer({ min, max: 1_000_000 })])));

const serviceFor = (ids: readonly string[], index: number): fc.Arbitrary<Service> =>
  fc.record({
    id: fc.constant(`service-${index}`),
    name: fc.constant(`Service ${index}`),
    priceCents: pricesFor(ids, 1),
    durationMinutes: fc.integer({ min: 15, max: 720 }),
    description: fc.constant('All of it.'),
    features: fc.constant(['Wash']),
    // At least one can be booked.
    isVisible: index === 0 ? fc.constant(true) : fc.boolean(),
  });

const addOnFor = (ids: readonly string[], index: number): fc.Arbitrary<AddOn> =>
  fc.record({
    id: fc.constant(`add-on-${index}`),
    name: fc.constant(`Add-on ${index}`),
    description: fc.constant(''),
    priceCents: pricesFor(ids, 0),
    minutes: fc.integer({ min: 0, max: 240 }),
    isVisible: fc.boolean(),
  });

const amount = (max: number) =>
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max }) });

const percent = fc.record({
  kind: fc.constant('percent' as const),
  basisPoints: fc.integer({ min: 1, max: 10_000 }),
});

export const anyCoupon: fc.Arbitrary<Coupon> = fc.record({
  code: fc.constantFrom('SPRING', 'FLEET10', 'NEWCUSTOMER20'),
  discount: fc.oneof(amount(200_000), percent),
  validFrom: fc.constant(null),
  validUntil: fc.constant(null),
  isFirstVisitOnly: fc.boolean(),
  maxUses: fc.constant(null),
  isAdvertised: fc.boolean(),
});

const tax = fc.record({
  rates: fc.array(
    fc.record({
      label: fc.constantFrom('GST (5%)', 'PST (7%)', 'HST (13%)'),
      basisPoints: fc.integer({ min: 0, max: 3000 }),
      registrationNumber: fc.constant(''),
    }),
    { maxLength: 3 },
  ),
  coversOnSite: fc.boolean(),
});

const several = <One>(made: (index: number) => fc.Arbitrary<One>, least: number, most: number) =>
  fc
    .integer({ min: least, max: most })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => made(index))));

/** A business that an owner could publish. */
export const anyCatalogue: fc.Arbitrary<Business> = fc
  .integer({ min: 1, max: classIds.length })
  .chain((count) => {
    const ids = classIds.slice(0, count);
    return fc.record({
      facts: fc.constant(defaultBusiness.facts),
      tax,
      deposit: fc.oneof(amount(50_000), percent),
      freeCancellationHours: fc.integer({ min: 0, max: 720 }),
      vehicleClasses: fc.constant(ids.map((id) => ({ id, name: id.toUpperCase() }))),
      services: several((index) => serviceFor(ids, index), 1, 4),
      addOns: several((index) => addOnFor(ids, index), 0, 4),
      coupons: fc.array(anyCoupon, { maxLength: 2 }),
    });
  });
