import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeInWords, compare, formatRate, rateChangeInWords, rateOf } from './comparison.ts';
import { formatCents } from './money.ts';

const words = (now: number, before: number) => changeInWords(compare(now, before), formatCents);

describe('A comparison with the period before', () => {
  it.each([
    [12_000, 10_000, '+$20.00 (+20%)'],
    [8_000, 10_000, '−$20.00 (−20%)'],
    [0, 10_000, '−$100.00 (−100%)'],
    [30_000, 10_000, '+$200.00 (+200%)'],
    [10_001, 10_000, '+$0.01 (+<1%)'],
    [10_000, 10_000, 'No change'],
    [0, 0, 'No change'],
  ])('has the amount and the percentage of %i after %i', (now, before, expected) => {
    expect(words(now, before)).toBe(expected);
  });

  it('has no percentage when there was nothing before', () => {
    expect(words(2_000, 0)).toBe('+$20.00 (nothing before)');
    expect(compare(2_000, 0).part).toBeNull();
  });

  it('adds up for any two figures, and never divides by zero', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(cents, cents, (now, before) => {
        const { change, part } = compare(now, before);
        expect(before + change).toBe(now);
        expect(part === null).toBe(before === 0);
        if (part !== null) {
          expect(Math.sign(part)).toBe(Math.sign(change));
          expect(Math.abs(before) * part).toBeCloseTo(change, 5);
        }
        expect(words(now, before)).not.toMatch(/NaN|Infinity|-/);
      }),
    );
  });
});

describe('A rate', () => {
  it('is a percentage, and none without a whole', () => {
    expect(formatRate(rateOf(1, 3))).toBe('33%');
    expect(formatRate(rateOf(3, 2))).toBe('150%');
    expect(formatRate(rateOf(0, 0))).toBe('None');
  });

  it.each([
    [0.25, 0.2, '+5 points'],
    [0.19, 0.2, '−1 point'],
    [0.201, 0.2, 'No change'],
    [0.2, null, 'Nothing to compare with'],
    [null, 0.2, 'Nothing to compare with'],
  ])('of %s after %s is compared in points', (now, before, expected) => {
    expect(rateChangeInWords(now, before)).toBe(expected);
  });
});
