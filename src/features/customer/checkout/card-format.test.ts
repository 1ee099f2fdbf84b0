import { describe, expect, test } from 'vitest';
import { formatCardNumber, formatExpiry, formatSecurityCode } from './card-format.ts';

describe('A card number', () => {
  test.each([
    ['42', '42'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['62000000000000000037', '6200 0000 0000 0000 003'],
    ['', ''],
  ])('"%s" is shown as "%s"', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });
});

describe('An expiry date', () => {
  test.each([
    ['1', '1'],
    ['4', '04'],
    ['1/', '01'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1239', '12 / 39'],
    ['12 / 39', '12 / 39'],
    ['12/2039', '12 / 2039'],
    ['123456', '12 / 34'],
    ['', ''],
  ])('"%s" is shown as "%s"', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });
});

test('a security code has at most four digits', () => {
  expect(formatSecurityCode('12a345')).toBe('1234');
});
