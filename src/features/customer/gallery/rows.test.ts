import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hangInRows } from './rows.ts';

const wall = { ideal: 3.5, least: 2 };
const [landscape, portrait] = [3 / 2, 2 / 3];

const shares = (ratios: number[]) =>
  hangInRows(ratios, wall).map(({ share, inRow }) => [Math.round(share * 100), inRow]);

test('an empty gallery has no places', () => {
  expect(hangInRows([], wall)).toEqual([]);
});

test('photos share a row by their aspect ratios', () => {
  expect(shares([landscape, portrait, landscape])).toEqual([
    [41, 3],
    [18, 3],
    [41, 3],
  ]);
});

test('four equal photos fill two rows of two, not a row of three and a leftover', () => {
  expect(shares([landscape, landscape, landscape, landscape])).toEqual([
    [50, 2],
    [50, 2],
    [50, 2],
    [50, 2],
  ]);
});

test('a single photo has a maximum size', () => {
  expect(shares([landscape])).toEqual([[75, 1]]);
  expect(shares([portrait])).toEqual([[33, 1]]);
});

test('every photo has its place, in order, in rows that are full and never overfull', () => {
  const ratio = fc.double({ min: 0.5, max: 2.5, noNaN: true });
  fc.assert(
    fc.property(fc.array(ratio, { maxLength: 40 }), (ratios) => {
      const places = hangInRows(ratios, wall);
      expect(places).toHaveLength(ratios.length);
      for (let start = 0; start < places.length; start += places[start]?.inRow ?? 1) {
        const count = places[start]?.inRow ?? 0;
        const row = places.slice(start, start + count);
        expect(row.map((place) => place.inRow)).toEqual(row.map(() => count));
        const filled = row.reduce((sum, { share }) => sum + share, 0);
        const rowRatio = ratios.slice(start, start + count).reduce((sum, one) => sum + one, 0);
        expect(filled).toBeCloseTo(Math.min(1, rowRatio / wall.least));
      }
    }),
  );
});
