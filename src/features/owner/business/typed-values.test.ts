import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  basisPointsOf,
  centsOf,
  dollars,
  freshId,
  linesOf,
  percent,
  wholeOf,
} from './typed-values.ts';

const amount = fc.integer({ min: 0, max: 10_000_000 });

test('reads every amount and percentage as it was shown', () => {
  fc.assert(
    fc.property(amount, (value) => {
      expect(centsOf(dollars(value))).toBe(value);
      expect(basisPointsOf(percent(value))).toBe(value);
    }),
  );
});

test.each([
  ['$1,250.50', 125_050],
  ['1,250', 125_000],
  ['1,250,000', 125_000_000],
  ['72,50', 7_250],
  ['8,5', 850],
  ['1.250,50', NaN],
  ['72,', NaN],
  ['12,3456', NaN],
  [' 70 ', 7_000],
  ['', 0],
  ['-5', NaN],
  ['1.234', NaN],
  ['about 5', NaN],
])('reads the amount %j as %d cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  ['12.5', 1_250],
  ['8,5%', 850],
  ['5%', 500],
  ['$5', NaN],
])('reads the percentage %j as %d basis points', (text, basisPoints) => {
  expect(basisPointsOf(text)).toBe(basisPoints);
});

test.each([
  ['120', 120],
  ['', NaN],
  ['1.5', NaN],
  ['-1', NaN],
])('reads the number %j as %d', (text, number) => {
  expect(wholeOf(text)).toBe(number);
});

test('reads one feature from each line, without empty ones', () => {
  expect(linesOf(' Wash \n\n  Clay   bar\n')).toEqual(['Wash', 'Clay bar']);
});

test('makes a valid id of any name, which no entry has', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (name, others) => {
      const taken = [...others.map((other) => freshId(other, [])), freshId(name, [])];
      const id = freshId(name, taken);
      expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/);
      expect(taken).not.toContain(id);
    }),
  );
});
