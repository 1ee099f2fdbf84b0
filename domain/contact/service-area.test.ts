import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPostalCode } from './field-checks.ts';
import { checkPrefixes, isServed, mostPrefixes } from './service-area.ts';

const prefixes = (text: string) => {
  const check = checkPrefixes(text);
  return check.ok ? check.value : check.sentence;
};

describe('The service area', () => {
  test('is unlimited without prefixes', () => {
    expect(isServed([], 'V5K 0A1')).toBe(true);
  });

  test.each([
    ['L7C 1A1', true],
    ['l7c1a1', true],
    ['L7E 1A1', true],
    ['M5V 2T6', true],
    ['M4W 1A1', false],
    ['K1A 0B1', false],
    ['', false],
  ])('of L7 and M5V includes %s: %s', (code, isIn) => {
    expect(isServed(['L7', 'M5V'], code)).toBe(isIn);
  });
});

describe('A list of postal prefixes', () => {
  test('may be empty', () => {
    expect(prefixes('  \n ')).toEqual([]);
  });

  test('accepts any separator, and is sorted without repeats', () => {
    expect(prefixes('m5v, l7c;L7E\nl7k\tL7C / L6T')).toEqual(['L6T', 'L7C', 'L7E', 'L7K', 'M5V']);
  });

  test('keeps a shorter prefix instead of those it covers', () => {
    expect(prefixes('L7C L7 L7E L6X')).toEqual(['L6X', 'L7']);
  });

  test('takes the first half of complete postal codes', () => {
    expect(prefixes('L7C 1A1, l7e2b3 M5V-2T6')).toEqual(['L7C', 'L7E', 'M5V']);
  });

  test.each(['L77', 'D1', 'W2A', 'Z', '7L', 'L7O', 'Caledon', 'L7CX', 'É1'])(
    '%s is no begin of a Canadian postal code, and is named',
    (word) => {
      expect(prefixes(`L7C ${word}`)).toBe(
        `${word.toUpperCase()} isn’t the start of a Canadian postal code. Enter areas like L7C, or shorter, like L7.`,
      );
    },
  );

  test('names at most three invalid entries', () => {
    expect(prefixes('11 22 33 44')).toMatch(/^11, 22, 33 … aren’t the start of/);
  });

  test('has a maximum length', () => {
    const letters = 'A B C E G H J K L M'.split(' ');
    const all = letters.flatMap((one) =>
      letters.flatMap((two) => letters.map((_, digit) => `${one}${digit}${two}`)),
    );
    expect(prefixes(all.join(' '))).toContain(`up to ${mostPrefixes}`);
  });

  const area = fc.constantFrom('L', 'L7', 'L7C', 'L7E', 'M5', 'M5V', 'K1A', 'N0B');

  test('serves exactly the typed areas after covered prefixes are removed', () => {
    const code = fc.constantFrom('L7C 1A1', 'L7E 2B2', 'L6X 1A1', 'M5V 2T6', 'K1A 0B1', 'N0C 1A1');
    fc.assert(
      fc.property(fc.array(area, { minLength: 1 }), code, (written, postalCode) => {
        const check = checkPrefixes(written.join(', '));
        const kept = check.ok ? check.value : [];
        expect(isServed(kept, postalCode)).toBe(isServed(written, postalCode));
        expect(checkPrefixes(kept.join(' '))).toEqual(check);
        expect(checkPostalCode(postalCode).ok).toBe(true);
      }),
    );
  });
});
