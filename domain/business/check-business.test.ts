import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyBusiness } from '../testing/any-business.ts';
import type { Business } from './business.ts';
import { checkBusiness } from './check-business.ts';
import { defaultBusiness } from './default-business.ts';

const problems = (changes: Partial<Business>) => {
  const check = checkBusiness({ ...defaultBusiness, ...changes });
  return check.ok ? {} : check.fields;
};
const [service, ...otherServices] = defaultBusiness.services;
const withService = (changes: object) =>
  problems({ services: [{ ...service, ...changes } as typeof service & object, ...otherServices] });
const withFacts = (changes: Partial<Business['facts']>) =>
  problems({ facts: { ...defaultBusiness.facts, ...changes } });
const [coupon] = defaultBusiness.coupons;
const withCoupon = (changes: object) =>
  problems({ coupons: [{ ...coupon, ...changes } as typeof coupon & object] });

test('accepts the default business', () => {
  expect(checkBusiness(defaultBusiness)).toEqual({ ok: true });
});

test('answers every document of the right shape with sentences', () => {
  fc.assert(
    fc.property(anyBusiness, (business) => {
      const check = checkBusiness(business);
      if (check.ok) return;
      for (const sentence of Object.values(check.fields)) expect(sentence).toMatch(/^[A-Z].*\.$/);
    }),
  );
});

test.each([
  ['a service without a name', withService({ name: '' }), 'services.0.name'],
  [
    'a price of nothing',
    withService({ priceCents: { sedan: 0, suv: 1 } }),
    'services.0.priceCents.sedan',
  ],
  [
    'a class without a price',
    withService({ priceCents: { sedan: 1 } }),
    'services.0.priceCents.suv',
  ],
  [
    'a duration under 15 minutes',
    withService({ durationMinutes: 14 }),
    'services.0.durationMinutes',
  ],
  ['a duration over 12 hours', withService({ durationMinutes: 721 }), 'services.0.durationMinutes'],
  [
    'half a cent',
    withService({ priceCents: { sedan: 0.5, suv: 1 } }),
    'services.0.priceCents.sedan',
  ],
  ['an empty feature', withService({ features: ['Wash', ''] }), 'services.0.features.1'],
  ['two services of one name', withService({ name: 'premium detailing' }), 'services.1.name'],
  [
    'no visible service',
    problems({ services: defaultBusiness.services.map((one) => ({ ...one, isVisible: false })) }),
    'services',
  ],
  ['no vehicle class', problems({ vehicleClasses: [] }), 'vehicleClasses'],
  [
    'a ninth vehicle class',
    problems({
      vehicleClasses: Array.from({ length: 9 }, (_, n) => ({ id: `c${n}`, name: `C${n}` })),
    }),
    'vehicleClasses',
  ],
  [
    'an id with capitals',
    problems({ vehicleClasses: [{ id: 'Sedan', name: 'Sedan' }] }),
    'vehicleClasses.0.id',
  ],
  ['a deposit of 49 cents', problems({ deposit: { kind: 'amount', cents: 49 } }), 'deposit.cents'],
  [
    'a deposit above the total',
    problems({ deposit: { kind: 'percent', basisPoints: 10_001 } }),
    'deposit.basisPoints',
  ],
  ['721 hours', problems({ freeCancellationHours: 721 }), 'freeCancellationHours'],
  [
    'a tax whose name says another rate',
    problems({
      tax: {
        ...defaultBusiness.tax,
        rates: [{ label: 'GST (5%)', basisPoints: 1300, registrationNumber: '' }],
      },
    }),
    'tax.rates.0.label',
  ],
  [
    'a tax without a name',
    problems({
      tax: {
        coversOnSite: false,
        rates: [{ label: '', basisPoints: 500, registrationNumber: '' }],
      },
    }),
    'tax.rates.0.label',
  ],
  ['a code with spaces', withCoupon({ code: 'NEW CUSTOMER' }), 'coupons.0.code'],
  ['a day that does not exist', withCoupon({ validFrom: '2026-02-30' }), 'coupons.0.validFrom'],
  [
    'an end before the start',
    withCoupon({ validFrom: '2026-02-02', validUntil: '2026-02-01' }),
    'coupons.0.validUntil',
  ],
  ['no uses', withCoupon({ maxUses: 0 }), 'coupons.0.maxUses'],
  [
    'two coupons on the home page',
    problems({
      coupons: ['ONE', 'TWO'].map((code) => ({ ...coupon, code }) as typeof coupon & object),
    }),
    'coupons',
  ],
  ['an email without a domain', withFacts({ infoEmail: 'info' }), 'facts.infoEmail'],
  ['an email in capitals', withFacts({ infoEmail: 'Info@lustre.example' }), 'facts.infoEmail'],
  ['an email with quotes', withFacts({ bookingEmail: '"a"@b.example' }), 'facts.bookingEmail'],
  ['an email with a bracket', withFacts({ bookingEmail: 'a@b.example>' }), 'facts.bookingEmail'],
  ['an email of two lines', withFacts({ bookingEmail: 'a@b.example\nx' }), 'facts.bookingEmail'],
  ['a name with quotes', withFacts({ name: 'Shine" <a@b.example>, "' }), 'facts.name'],
  ['a name with a backslash', withFacts({ name: 'Shine\\' }), 'facts.name'],
  ['a name of two lines', withFacts({ name: 'Shine\r\nBcc: a@b.example' }), 'facts.name'],
  ['a name with an invisible sign', withFacts({ name: 'Shi\u202Ene' }), 'facts.name'],
  ['a short phone number', withFacts({ phone: '555' }), 'facts.phone'],
  [
    'a link that runs a script',
    withFacts({ socials: [{ label: 'X', href: 'javascript:alert(1)' }] }),
    'facts.socials.0.href',
  ],
  ['a logo from elsewhere', withFacts({ logoUrl: 'data:image/svg+xml,x' }), 'facts.logoUrl'],
])('refuses %s', (_, fields, path) => {
  expect(Object.keys(fields)).toContain(path);
});

test.each([
  'https://evil.example/track.svg',
  'https://user:pw@evil.example/storage/v1/object/public/gallery/x.png',
  '/storage/v1/object/public/gallery/../../../functions/v1/unsubscribe',
  '/storage/v1/object/public/bookings/x.png',
])('refuses the logo %s', (logoUrl) => {
  expect(Object.keys(withFacts({ logoUrl }))).toEqual(['facts.logoUrl']);
});

test('accepts a business with several taxes, a deposit of a part, add-ons and secret coupons', () => {
  expect(
    problems({
      tax: {
        coversOnSite: true,
        rates: [
          { label: 'GST (5%)', basisPoints: 500, registrationNumber: '123456789 RT0001' },
          { label: 'PST (9.975%)', basisPoints: 998, registrationNumber: '' },
        ],
      },
      deposit: { kind: 'percent', basisPoints: 2_500 },
      addOns: [
        {
          id: 'pet-hair',
          name: 'Pet hair',
          description: '',
          priceCents: { sedan: 0, suv: 1_500 },
          minutes: 30,
          isVisible: true,
        },
      ],
      coupons: [
        {
          code: 'SPRING-26',
          discount: { kind: 'percent', basisPoints: 1_500 },
          validFrom: '2026-03-01',
          validUntil: '2026-03-01',
          isFirstVisitOnly: false,
          maxUses: 50,
          isAdvertised: false,
        },
      ],
    }),
  ).toEqual({});
});
