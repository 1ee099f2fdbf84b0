import { expect, test } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { quote } from './pricing.ts';
import { taxBesidePrices, taxOnPrices } from './tax-beside-prices.ts';

const { tax, services } = defaultBusiness;
const [service] = services;
if (!service) throw new Error('There is no service');

test.each([
  [{ ...tax, coversOnSite: false }, ', plus tax if you pay in full online', false],
  [{ ...tax, coversOnSite: true }, ', plus tax', true],
  [{ ...tax, rates: [] }, '', false],
])('says of prices what a booking with a deposit is charged', (rules, words, isTaxed) => {
  expect(taxBesidePrices(rules)).toBe(words);
  const { taxCents } = quote(
    { ...defaultBusiness, tax: rules },
    { service, vehicleType: 'sedan', tipCents: 0, paymentOption: 'pay_deposit' },
  );
  expect(taxCents > 0).toBe(isTaxed);
});

test.each([
  [
    { ...tax, coversOnSite: false },
    'Prices are plus tax. No tax is added if you pay a deposit and the rest on site.',
  ],
  [{ ...tax, coversOnSite: true }, 'Prices are plus tax.'],
  [{ ...tax, rates: [] }, ''],
])('says in a sentence which bookings carry tax', (rules, words) => {
  expect(taxOnPrices(rules)).toBe(words);
});
