import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookedMinutes, visibleAddOns } from '../booking/add-ons.ts';
import { findService, priceFor, visibleServices } from '../booking/catalogue.ts';
import type { Business, Service } from '../business/business.ts';
import { defaultBusiness } from '../business/default-business.ts';
import { anyCatalogue, anyCoupon } from '../testing/any-catalogue.ts';
import { partOf } from './money.ts';
import { bookingPaymentOptions, paymentOptions, quote as quoteBy } from './pricing.ts';
import type { QuoteRequest } from './pricing.ts';

const { services, vehicleClasses, coupons } = defaultBusiness;
const quote = (request: QuoteRequest) => quoteBy(defaultBusiness, request);

function service(id: string): Service {
  const found = findService(defaultBusiness, id);
  if (!found) throw new Error(`no service ${id}`);
  return found;
}

const premiumForSuv = {
  service: service('premium-detailing'),
  vehicleType: 'suv',
  coupon: coupons[0],
  tipCents: 1500,
} as const;

describe('Premium Detailing for an SUV with the coupon and a $15 tip', () => {
  test('paid in full is ($119.99 - $20) + 5 % + tip [S9.6]', () => {
    expect(quote({ ...premiumForSuv, paymentOption: 'pay_full_online' })).toEqual({
      priceCents: 11999,
      addOnsCents: 0,
      discountCents: 2000,
      nearbyDiscountCents: 0,
      subtotalCents: 9999,
      taxCents: 500,
      taxLines: [{ label: 'GST (5%)', basisPoints: 500, cents: 500, registrationNumber: '' }],
      tipCents: 1500,
      totalCents: 11999,
      dueNowCents: 11999,
      dueOnSiteCents: 0,
      depositCents: 2000,
    });
  });

  test('with a deposit is $20.00 flat now, untaxed, and the rest on site [S9.6]', () => {
    expect(quote({ ...premiumForSuv, paymentOption: 'pay_deposit' })).toEqual({
      priceCents: 11999,
      addOnsCents: 0,
      discountCents: 2000,
      nearbyDiscountCents: 0,
      subtotalCents: 9999,
      taxCents: 0,
      taxLines: [],
      tipCents: 1500,
      totalCents: 11499,
      dueNowCents: 2000,
      dueOnSiteCents: 9499,
      depositCents: 2000,
    });
  });
});

test('paid later has no deposit and no tax, and is due in full on site', () => {
  expect(quote({ ...premiumForSuv, tipCents: 0, paymentOption: 'pay_later' })).toMatchObject({
    taxCents: 0,
    totalCents: 9999,
    dueNowCents: 0,
    dueOnSiteCents: 9999,
    depositCents: 0,
  });
});

test.each([
  ['basic-wash', 'sedan', 325, 6825],
  ['basic-wash', 'suv', 425, 8925],
  ['premium-detailing', 'sedan', 500, 10499],
  ['premium-detailing', 'suv', 600, 12599],
  ['luxury-package', 'sedan', 650, 13649],
  ['luxury-package', 'suv', 750, 15749],
] as const)('%s for a %s is taxed %i and totals %i cents', (id, vehicleType, tax, total) => {
  const result = quote({
    service: service(id),
    vehicleType,
    tipCents: 0,
    paymentOption: 'pay_full_online',
  });
  expect(result).toMatchObject({ taxCents: tax, totalCents: total, dueNowCents: total });
});

test.each([undefined, null])('without a coupon (%s) nothing is taken off', (coupon) => {
  const result = quote({ ...premiumForSuv, coupon, paymentOption: 'pay_deposit' });
  expect(result).toMatchObject({ discountCents: 0, subtotalCents: 11999 });
});

test('taxes are rounded one by one, and with a rule for it cover bookings paid on site', () => {
  const rates = [
    { label: 'GST (5%)', basisPoints: 500, registrationNumber: '123 RT0001' },
    { label: 'QST (9.975%)', basisPoints: 998, registrationNumber: '' },
  ];
  const business: Business = { ...defaultBusiness, tax: { rates, coversOnSite: true } };
  const request = { ...premiumForSuv, coupon: null, tipCents: 0 };
  for (const paymentOption of bookingPaymentOptions) {
    expect(quoteBy(business, { ...request, paymentOption }).taxLines).toEqual([
      { label: 'GST (5%)', basisPoints: 500, registrationNumber: '123 RT0001', cents: 600 },
      { label: 'QST (9.975%)', basisPoints: 998, registrationNumber: '', cents: 1198 },
    ]);
  }
});

test('a deposit in percent is a part of the total', () => {
  const business: Business = {
    ...defaultBusiness,
    deposit: { kind: 'percent', basisPoints: 2500 },
  };
  const result = quoteBy(business, { ...premiumForSuv, paymentOption: 'pay_deposit' });
  expect(result).toMatchObject({ totalCents: 11499, depositCents: 2875, dueNowCents: 2875 });
});

test('a coupon for everything leaves the smallest charge online, and nothing on site', () => {
  const coupon = { discount: { kind: 'percent', basisPoints: 10_000 } } as const;
  const request = { ...premiumForSuv, coupon, tipCents: 0 };
  expect(quote({ ...request, paymentOption: 'pay_deposit' })).toMatchObject({ dueNowCents: 50 });
  expect(quote({ ...request, paymentOption: 'pay_later' })).toMatchObject({ totalCents: 0 });
});

const requests = fc.record({
  service: fc.constantFrom(...services),
  vehicleType: fc.constantFrom(...vehicleClasses.map(({ id }) => id)),
  coupon: fc.constantFrom(...coupons, null),
  tipCents: fc.integer({ min: 0, max: 50_000 }),
  paymentOption: fc.constantFrom(...paymentOptions),
});

/** Any booking of any business. */
const sales = anyCatalogue.chain((business) =>
  fc.record({
    business: fc.constant(business),
    request: fc.record({
      service: fc.constantFrom(...visibleServices(business)),
      vehicleType: fc.constantFrom(...business.vehicleClasses.map(({ id }) => id)),
      addOns: fc.subarray([...visibleAddOns(business)]),
      coupon: fc.option(anyCoupon),
      nearbyDiscountCents: fc.integer({ min: 0, max: 20_000 }),
      tipCents: fc.integer({ min: 0, max: 50_000 }),
      paymentOption: fc.constantFrom(...bookingPaymentOptions),
    }),
  }),
);

describe('for any business', () => {
  test('every amount is a whole number of cents, none below zero, and they add up [S9.8, S9.12]', () => {
    fc.assert(
      fc.property(sales, ({ business, request }) => {
        const { taxLines, ...amounts } = quoteBy(business, request);
        const taxes = taxLines.map(({ cents }) => cents);
        for (const cents of [...Object.values(amounts), ...taxes]) {
          expect(Number.isInteger(cents)).toBe(true);
          expect(cents).toBeGreaterThanOrEqual(0);
        }
        const { priceCents, discountCents, nearbyDiscountCents, subtotalCents } = amounts;
        expect(priceCents - discountCents - nearbyDiscountCents).toBe(subtotalCents);
        // The coupon comes first.
        const without = quoteBy(business, { ...request, nearbyDiscountCents: 0 });
        expect(discountCents).toBe(without.discountCents);
        expect(nearbyDiscountCents).toBeLessThanOrEqual(request.nearbyDiscountCents);
        expect(taxes.reduce((sum, cents) => sum + cents, 0)).toBe(amounts.taxCents);
        expect(amounts.subtotalCents + amounts.taxCents + amounts.tipCents).toBe(
          amounts.totalCents,
        );
        expect(amounts.dueNowCents + amounts.dueOnSiteCents).toBe(amounts.totalCents);
      }),
    );
  });

  test('the price is that of the service and its add-ons', () => {
    fc.assert(
      fc.property(sales, ({ business, request }) => {
        const { service: sold, addOns, vehicleType } = request;
        const prices = [sold, ...addOns].map((one) => priceFor(one, vehicleType));
        const result = quoteBy(business, request);
        expect(result.priceCents).toBe(prices.reduce((sum, cents) => sum + cents, 0));
        expect(result.priceCents - result.addOnsCents).toBe(prices[0]);
      }),
    );
  });

  test('the duration is that of the service and its add-ons', () => {
    fc.assert(
      fc.property(sales, ({ request: { service: sold, addOns } }) => {
        const minutes = bookedMinutes(sold, addOns) - sold.durationMinutes;
        expect(minutes).toBe(addOns.reduce((sum, one) => sum + one.minutes, 0));
      }),
    );
  });

  test('a deposit is never more than the total', () => {
    fc.assert(
      fc.property(sales, ({ business, request }) => {
        const result = quoteBy(business, request);
        expect(result.depositCents).toBeLessThanOrEqual(result.totalCents);
      }),
    );
  });

  test('the deposit and the balance together are the service, its taxes if deposits carry them, and the tip', () => {
    fc.assert(
      fc.property(sales, ({ business, request }) => {
        const result = quoteBy(business, { ...request, paymentOption: 'pay_deposit' });
        const { dueNowCents, dueOnSiteCents, subtotalCents, tipCents } = result;
        const taxes = business.tax.coversOnSite
          ? business.tax.rates.map(({ basisPoints }) => partOf(subtotalCents, basisPoints))
          : [];
        const tax = taxes.reduce((sum, cents) => sum + cents, 0);
        expect(dueNowCents + dueOnSiteCents).toBe(subtotalCents + tax + tipCents);
      }),
    );
  });

  test('the tax of a booking paid on site is that of one paid online, or none', () => {
    fc.assert(
      fc.property(sales, ({ business, request }) => {
        // The least charge online may leave less of a discount.
        const sale = { ...request, coupon: null, nearbyDiscountCents: 0 };
        const online = quoteBy(business, { ...sale, paymentOption: 'pay_full_online' });
        for (const paymentOption of ['pay_deposit', 'pay_later'] as const) {
          expect(quoteBy(business, { ...sale, paymentOption }).taxLines).toEqual(
            business.tax.coversOnSite ? online.taxLines : [],
          );
        }
      }),
    );
  });

  test('tax is within half a cent of each rate, or not charged', () => {
    fc.assert(
      fc.property(sales, ({ business, request }) => {
        const { taxLines, subtotalCents } = quoteBy(business, request);
        const isTaxed = request.paymentOption === 'pay_full_online' || business.tax.coversOnSite;
        expect(taxLines).toHaveLength(isTaxed ? business.tax.rates.length : 0);
        for (const { cents, basisPoints } of taxLines) {
          expect(Math.abs(cents - (subtotalCents * basisPoints) / 10_000)).toBeLessThanOrEqual(0.5);
        }
      }),
    );
  });
});

test('a tip is charged to the cent and never taxed [S9.7]', () => {
  fc.assert(
    fc.property(sales, ({ business, request }) => {
      const withTip = quoteBy(business, request);
      const without = quoteBy(business, { ...request, tipCents: 0 });
      expect(withTip.taxCents).toBe(without.taxCents);
      expect(withTip.totalCents - without.totalCents).toBe(request.tipCents);
    }),
  );
});

test('the deposit is the same for every service, vehicle, coupon and tip [S9.9]', () => {
  fc.assert(
    fc.property(requests, (request) => {
      expect(quote({ ...request, paymentOption: 'pay_deposit' }).dueNowCents).toBe(2000);
    }),
  );
});
