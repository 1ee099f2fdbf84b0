import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carPartAt, carPartNames, conditionInWords, middleOf } from './car-parts.ts';

test('every point of the drawing lies on a part, and the middle of a part lies on it', () => {
  const along = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(along, along, (x, y) => carPartNames.some(({ id }) => id === carPartAt({ x, y }))),
  );
  for (const { id } of carPartNames) expect(carPartAt(middleOf(id))).toBe(id);
});

test('the left of the drawing is the driver’s side, and its top the front', () => {
  expect(carPartAt({ x: 100, y: 450 })).toBe('front-left-door');
  expect(carPartAt({ x: 500, y: 10 })).toBe('front-bumper');
});

test('a mark is told by its part, its kind and its note', () => {
  expect(conditionInWords({ part: 'hood', kind: 'chip', note: 'above the badge' })).toBe(
    'Hood: chip, above the badge',
  );
  expect(conditionInWords({ part: 'spoiler', kind: 'dent', note: '' })).toBe('spoiler: dent');
});
