import fc from 'fast-check';
import type { Business } from '../business/business.ts';

const text = fc.oneof(fc.string(), fc.constantFrom('', 'Sedan', 'A name', ' spaced '));
const id = fc.constantFrom('sedan', 'suv', 'van', 'basic', '__proto__', '');
const number = fc.oneof(fc.integer({ min: -10, max: 20_000 }), fc.constantFrom(0, 1, 60, 0.5));
const priceCents = fc.dictionary(id, number);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const short = { maxLength: 4 };

const amountOrPercent = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), cents: number }),
  fc.record({ kind: fc.constant('percent' as const), basisPoints: number }),
);

/** Any document of the right shape, most of them not publishable. */
export const anyBusiness: fc.Arbitrary<Business> = fc.record({
  facts: fc.record({
    name: text,
    description: text,
    foundedYear: number,
    phone: text,
    bookingEmail: text,
    infoEmail: text,
    location: text,
    mailingAddress: text,
    serviceArea: text,
    socials: fc.array(fc.record({ label: text, href: text }), short),
    logoUrl: maybe(text),
  }),
  tax: fc.record({
    rates: fc.array(
      fc.record({ label: text, basisPoints: number, registrationNumber: text }),
      short,
    ),
    coversOnSite: fc.boolean(),
  }),
  deposit: amountOrPercent,
  freeCancellationHours: number,
  vehicleClasses: fc.array(fc.record({ id, name: text }), short),
  services: fc.array(
    fc.record({
      id,
      name: text,
      priceCents,
      durationMinutes: fc.integer({ min: 0, max: 800 }),
      description: text,
      features: fc.array(text, short),
      isVisible: fc.boolean(),
    }),
    short,
  ),
  addOns: fc.array(
    fc.record({
      id,
      name: text,
      description: text,
      priceCents,
      minutes: fc.integer({ min: 0, max: 300 }),
      isVisible: fc.boolean(),
    }),
    short,
  ),
  coupons: fc.array(
    fc.record({
      code: text,
      discount: amountOrPercent,
      validFrom: maybe(text),
      validUntil: maybe(text),
      isFirstVisitOnly: fc.boolean(),
      maxUses: maybe(number),
      isAdvertised: fc.boolean(),
    }),
    short,
  ),
});
