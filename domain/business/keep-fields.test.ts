import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyBusiness } from '../testing/any-business.ts';
import { keepFields } from './keep-fields.ts';

test('a complete document stays as it is, whatever was before', () => {
  fc.assert(
    fc.property(anyBusiness, anyBusiness, (document, earlier) => {
      expect(keepFields(document, earlier)).toEqual(document);
    }),
  );
});

test('fields that the document lacks are kept, also in entries and in parts', () => {
  const earlier = {
    facts: { name: 'Old', pet: 'dog' },
    services: [
      { id: 'a', name: 'A', season: 'summer' },
      { id: 'b', name: 'B', season: 'winter' },
    ],
    travel: { fee: 5 },
  };
  const document = { facts: { name: 'New' }, services: [{ id: 'b', name: 'B2' }, { id: 'c' }] };
  expect(keepFields(document, earlier)).toEqual({
    facts: { name: 'New', pet: 'dog' },
    services: [{ id: 'b', name: 'B2', season: 'winter' }, { id: 'c' }],
    travel: { fee: 5 },
  });
});

test('a removed price and another kind of deposit bring nothing back', () => {
  const earlier = { priceCents: { sedan: 1, van: 2 }, deposit: { kind: 'amount', cents: 2000 } };
  const document = { priceCents: { sedan: 1 }, deposit: { kind: 'percent', basisPoints: 10 } };
  expect(keepFields(document, earlier)).toEqual(document);
});
