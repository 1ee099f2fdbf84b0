import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyBusiness } from '../testing/any-business.ts';
import type { Business } from './business.ts';
import { changesInWords } from './changes-in-words.ts';
import { defaultBusiness } from './default-business.ts';
import { isSame, mergeBusiness } from './merge-business.ts';

const changed = (changes: Partial<Business>): Business => ({ ...defaultBusiness, ...changes });
const withPrice = (index: number, cents: number): Business =>
  changed({
    services: defaultBusiness.services.map((one, at) =>
      at === index ? { ...one, priceCents: { ...one.priceCents, sedan: cents } } : one,
    ),
  });
const renamed = (name: string) => changed({ facts: { ...defaultBusiness.facts, name } });
const words = (is: Business) => changesInWords(defaultBusiness, is);

test('names a changed price with its service and class', () => {
  expect(words(withPrice(0, 7_000))).toEqual(['Basic Wash, Sedan: $65.00 → $70.00']);
});

test('names what was added, removed, renamed and moved', () => {
  const [basic, premium, luxury] = defaultBusiness.services as [
    Business['services'][number],
    Business['services'][number],
    Business['services'][number],
  ];
  expect(words(changed({ services: [premium, { ...basic, name: 'Wash' }] }))).toEqual([
    'Service, name: Basic Wash → Wash',
    'Service removed: Luxury Package',
    'Service order: Premium Detailing, Wash',
  ]);
  expect(
    words(changed({ services: [basic, premium, luxury, { ...basic, id: 'x', name: 'X' }] })),
  ).toEqual(['Service added: X']);
});

test('names the rules, the taxes and the facts', () => {
  expect(
    words({
      ...renamed('Shine'),
      deposit: { kind: 'percent', basisPoints: 1_550 },
      freeCancellationHours: 1,
      tax: {
        coversOnSite: true,
        rates: [{ label: 'GST (5%)', basisPoints: 500, registrationNumber: '123' }],
      },
    }),
  ).toEqual([
    'Deposit: $20.00 → 15.5%',
    'Free cancellation: 24 hours → 1 hour',
    'Tax on visits paid on site: no → yes',
    'GST (5%), registration number: none → 123',
    'Business name: Lustre Mobile Detailing → Shine',
  ]);
});

test('is empty for two equal businesses', () => {
  fc.assert(
    fc.property(anyBusiness, (one) => {
      expect(changesInWords(one, one)).toEqual([]);
    }),
  );
});

// Each text, number and flag of a document, with the keys that lead to it.
const leavesOf = (part: unknown, keys: string[] = []): string[][] =>
  typeof part === 'object' && part !== null
    ? Object.entries(part).flatMap(([key, value]) => leavesOf(value, [...keys, key]))
    : [keys];

const otherValue = (value: unknown) => {
  if (typeof value === 'string') return `${value} and more`;
  return typeof value === 'number' ? value + 1 : !value;
};

const withOtherValue = (part: unknown, [key = '', ...rest]: string[]): unknown => {
  const copy: Record<string, unknown> = Object.assign(Array.isArray(part) ? [] : {}, part);
  copy[key] = rest.length > 0 ? withOtherValue(copy[key], rest) : otherValue(copy[key]);
  return copy;
};

test('says something about a change of any field', () => {
  const whole: Business = {
    ...defaultBusiness,
    facts: { ...defaultBusiness.facts, logoUrl: '/logo.png' },
    tax: {
      coversOnSite: false,
      rates: [{ label: 'HST', basisPoints: 1_300, registrationNumber: '1' }],
    },
    addOns: [
      {
        id: 'wax',
        name: 'Wax',
        description: 'By hand',
        priceCents: { sedan: 1_000, suv: 2_000 },
        minutes: 30,
        isVisible: true,
      },
    ],
    coupons: defaultBusiness.coupons.map((one) => ({
      ...one,
      validFrom: '2026-01-01',
      validUntil: '2026-12-31',
      maxUses: 3,
    })),
  };
  // The kind of a discount changes with its value.
  const leaves = leavesOf(whole).filter((keys) => keys.at(-1) !== 'kind');
  const silent = leaves.filter((keys) => {
    const other = withOtherValue(whole, keys) as Business;
    return changesInWords(whole, other).length === 0;
  });
  expect(silent).toEqual([]);
});

test('keeps the changes of two administrators who changed different things', () => {
  const merged = mergeBusiness(defaultBusiness, withPrice(0, 7_000), {
    ...withPrice(1, 9_000),
    freeCancellationHours: 48,
  });
  expect(merged.lost).toEqual([]);
  expect(words(merged.business)).toEqual([
    'Basic Wash, Sedan: $65.00 → $70.00',
    'Premium Detailing, Sedan: $99.99 → $90.00',
    'Free cancellation: 24 hours → 48 hours',
  ]);
});

test('names the other change of one field', () => {
  const merged = mergeBusiness(defaultBusiness, withPrice(0, 7_000), withPrice(0, 8_000));
  expect(words(merged.business)).toEqual(['Basic Wash, Sedan: $65.00 → $70.00']);
  expect(merged.lost).toEqual(['Basic Wash, Sedan: $65.00 → $80.00']);
});

test('keeps a service that both added, and one that one of them removed', () => {
  const [first] = defaultBusiness.services as [Business['services'][number]];
  const adds = (id: string) =>
    changed({ services: [...defaultBusiness.services, { ...first, id, name: id }] });
  const merged = mergeBusiness(defaultBusiness, adds('mine'), adds('theirs'));
  expect(words(merged.business).toSorted()).toEqual([
    'Service added: mine',
    'Service added: theirs',
  ]);
  const removed = changed({ services: defaultBusiness.services.slice(1) });
  expect(mergeBusiness(defaultBusiness, removed, renamed('Shine')).business).toEqual({
    ...renamed('Shine'),
    services: removed.services,
  });
});

test('joins with an unchanged business to the other one', () => {
  fc.assert(
    fc.property(anyBusiness, anyBusiness, (basis, changed_) => {
      expect(isSame(mergeBusiness(basis, changed_, basis).business, changed_)).toBe(true);
      expect(isSame(mergeBusiness(basis, basis, changed_).business, changed_)).toBe(true);
      expect(mergeBusiness(basis, changed_, changed_)).toMatchObject({ lost: [] });
    }),
    { numRuns: 30 },
  );
});
