import { aBookingPage } from './testing/booking-page.ts';
import { expect, test } from 'vitest';
import { refundError, refundSplit, splitInWords, tipInWords } from './refund-words.ts';

test('a refund goes to the card first and the rest is refunded by hand', () => {
  expect(refundSplit(500, 2000)).toEqual({ byCardCents: 500, byHandCents: 0 });
  expect(refundSplit(2500, 2000)).toEqual({ byCardCents: 2000, byHandCents: 500 });
  expect(splitInWords(refundSplit(2500, 2000))).toBe(
    '$20.00 is refunded to the card automatically. $5.00 was paid on site: refund it by hand, then mark it as refunded.',
  );
});

test('the rest of a disputed payment is refunded by hand', () => {
  expect(splitInWords(refundSplit(500, 0), 1500)).toBe(
    '$5.00 can’t go back to a card: refund it by hand, then mark it as refunded.',
  );
});

test.each([
  ['', 'Please enter the amount to refund.'],
  ['0', 'Please enter the amount to refund.'],
  ['ten', 'Please enter dollars, for example 20 or 12.50.'],
  ['70.01', 'You can refund up to $70.00.'],
  ['70', undefined],
])('the amount "%s" is refused when it is none or too much', (text, error) => {
  expect(refundError(text, 7000)).toBe(error);
});

test.each([
  [{}, ''],
  [{ tip_cents: 1000 }, 'It takes its share of the $10.00 tip.'],
  [{ tip_cents: 1000, done_at: '2026-12-01T15:00:00Z' }, 'It takes its share of the $10.00 tip.'],
  [
    { tip_cents: 1000, no_show_at: '2026-12-01T15:00:00Z' },
    'The visit wasn’t made, so the $10.00 tip goes back first.',
  ],
  [
    { tip_cents: 1000, status: 'cancelled' as const },
    'The visit wasn’t made, so the $10.00 tip goes back first.',
  ],
])('says of %j what a refund does to the tip', (booking, words) => {
  expect(tipInWords(aBookingPage({ booking }))).toBe(words);
});
