import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookingNumber, isBookingNumber } from './booking-number.ts';

test('has eight letters and digits that cannot be mistaken for each other', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const number = bookingNumber(id);
      expect(number).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
      expect(bookingNumber(id.toUpperCase())).toBe(number);
      expect(
        [number, number.replace('-', ''), ` ${number.toLowerCase()} `].every(isBookingNumber),
      ).toBe(true);
    }),
  );
});

test('depends on nothing but the first ten digits of the id', () => {
  expect(bookingNumber('00000000-00ff-4fff-8fff-ffffffffffff')).toBe('2222-2222');
  expect(bookingNumber('ffffffff-ff00-4000-8000-000000000000')).toBe('ZZZZ-ZZZZ');
  expect(bookingNumber('00443214-c7a2-4000-8000-000000000000')).toBe('2345-6789');
});

test.each(['', '7KQ4', '7KQ4-M2X0', '7KQ4--M2XB', '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11'])(
  'is not "%s"',
  (text) => expect(isBookingNumber(text)).toBe(false),
);
