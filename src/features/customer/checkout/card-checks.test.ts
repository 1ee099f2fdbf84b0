import { describe, expect, test } from 'vitest';
import { checkCardNumber, checkExpiry, checkSecurityCode } from './card-checks.ts';

const now = new Date(2026, 10, 24);

describe('A card number', () => {
  test('is passed on as digits', () => {
    expect(checkCardNumber('4242 4242 4242 4242')).toEqual({
      ok: true,
      value: '4242424242424242',
    });
  });

  test.each(['', '4242', '4242 4242 4242 4241', '2424 4242 4242 4242'])(
    'is refused as "%s"',
    (typed) => {
      expect(checkCardNumber(typed).ok).toBe(false);
    },
  );
});

describe('An expiry date', () => {
  test.each(['11 / 26', '11/26', '11 / 2026'])(
    'is valid as "%s" to the end of its month',
    (typed) => {
      expect(checkExpiry(typed, now)).toEqual({ ok: true, value: { month: 11, year: 2026 } });
    },
  );

  test.each(['', '10 / 26', '12 / 25', '13 / 30', '00 / 30', '1', '12 / 3'])(
    'is refused as "%s"',
    (typed) => {
      expect(checkExpiry(typed, now).ok).toBe(false);
    },
  );
});

describe('A security code', () => {
  test.each(['123', '1234'])('is accepted as "%s"', (typed) => {
    expect(checkSecurityCode(typed)).toEqual({ ok: true, value: typed });
  });

  test.each(['', '12', '12345', 'abc'])('is refused as "%s"', (typed) => {
    expect(checkSecurityCode(typed).ok).toBe(false);
  });
});
