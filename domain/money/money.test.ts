import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCents } from './money.ts';
import { parseMoney } from './parse-money.ts';

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [13499, '$134.99'],
  [123456789, '$1,234,567.89'],
  [-7539, '−$75.39'],
])('%i cents read %s [S9.1]', (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

test('amounts are written as Intl writes them, with a typographic minus sign', () => {
  const intl = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (cents) => {
      expect(formatCents(cents)).toBe(intl.format(cents / 100).replace('-', '−'));
    }),
  );
});

test.each([
  ['', 0],
  ['  ', 0],
  ['10', 1000],
  ['12.5', 1250],
  [' $12.50 ', 1250],
  ['1.15', 115],
  ['0.07', 7],
])('typed "%s" is %i cents', (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

test.each(['-5', '+5', '1,505', '1,000', '12.505', '.5', '5.', 'ten', '1e3', '0x10', '5 0', '٣'])(
  'typed "%s" is not money',
  (text) => {
    expect(parseMoney(text)).toBeNull();
  },
);

test('an amount below a thousand dollars parses back to itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (cents) => {
      expect(parseMoney(formatCents(cents))).toBe(cents);
    }),
  );
});
