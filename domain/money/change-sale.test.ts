import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changePrice, mostAgreedCents } from './change-sale.ts';
import { quote, type BookingPaymentOption } from './pricing.ts';

const cents = (most: number, least = 0) => fc.integer({ min: least, max: most });

const sales = fc
  .record({
    priceCents: cents(100_000, 100),
    coupon: fc.option(cents(5000, 1)),
    nearbyDiscountCents: cents(3000),
    tipCents: cents(5000),
    paymentOption: fc.constantFrom<BookingPaymentOption>(
      'pay_deposit',
      'pay_full_online',
      'pay_later',
    ),
    coversOnSite: fc.boolean(),
    rates: fc.array(cents(2000, 1), { maxLength: 3 }),
  })
  .map(({ priceCents, coupon, rates, coversOnSite, ...rest }) => {
    const business = {
      tax: {
        coversOnSite,
        rates: rates.map((basisPoints) => ({
          label: `Tax ${basisPoints}`,
          basisPoints,
          registrationNumber: '',
        })),
      },
      deposit: { kind: 'amount' as const, cents: 2000 },
    };
    const sellAt = (price: number) =>
      quote(business, {
        ...rest,
        service: { priceCents: { suv: price } },
        vehicleType: 'suv',
        coupon: coupon === null ? null : { discount: { kind: 'amount', cents: coupon } },
      });
    return { sellAt, sold: columnsOf(sellAt(priceCents)) };
  });

const columnsOf = (price: ReturnType<typeof quote>) => ({
  price_cents: price.priceCents,
  discount_cents: price.discountCents + price.nearbyDiscountCents,
  nearby_discount_cents: price.nearbyDiscountCents,
  tip_cents: price.tipCents,
  tax_cents: price.taxCents,
  total_cents: price.totalCents,
  tax_lines: price.taxLines,
});

test('any new price adds up, keeps the promised discounts and taxes at the rates that were sold', () => {
  fc.assert(
    fc.property(sales, cents(mostAgreedCents, 1), ({ sold }, price) => {
      const is = changePrice(sold, price);
      expect(is.total_cents).toBe(
        is.price_cents - is.discount_cents + is.tax_cents + sold.tip_cents,
      );
      expect(is.discount_cents).toBe(Math.min(sold.discount_cents, price));
      expect(is.nearby_discount_cents).toBeLessThanOrEqual(sold.nearby_discount_cents);
      // A booking with a coupon keeps a part of it.
      const hasCoupon = sold.discount_cents > sold.nearby_discount_cents;
      expect(is.discount_cents > is.nearby_discount_cents).toBe(hasCoupon);
      expect(is.tax_lines?.map(({ basisPoints }) => basisPoints)).toEqual(
        sold.tax_lines.map(({ basisPoints }) => basisPoints),
      );
      expect(is.tax_cents).toBe(is.tax_lines?.reduce((sum, line) => sum + line.cents, 0));
    }),
  );
});

test('a change to a price and back is the first price, to the cent', () => {
  fc.assert(
    fc.property(sales, cents(mostAgreedCents, 8000), ({ sold }, price) => {
      const { tip_cents, ...first } = sold;
      const there = { ...changePrice(sold, price), tip_cents };
      expect(changePrice(there, sold.price_cents)).toEqual(first);
    }),
  );
});

test('a price of the catalogue becomes what a new booking with it would cost', () => {
  fc.assert(
    fc.property(sales, cents(100_000, 9000), ({ sellAt, sold }, price) => {
      const fresh = columnsOf(sellAt(price));
      // A low price can cap a discount when it is sold; what was promised then stays.
      fc.pre(fresh.discount_cents === sold.discount_cents);
      const { tip_cents: _, ...wanted } = fresh;
      expect(changePrice(sold, price)).toEqual(wanted);
    }),
  );
});

test('without stored rates the tax keeps its share, and no tax stays no tax', () => {
  const sold = {
    price_cents: 12_000,
    discount_cents: 2000,
    nearby_discount_cents: 0,
    tip_cents: 500,
    tax_cents: 1300,
    total_cents: 11_800,
    tax_lines: null,
  };
  expect(changePrice(sold, 22_000)).toMatchObject({
    tax_cents: 2600,
    tax_lines: null,
    total_cents: 23_100,
  });
  expect(changePrice({ ...sold, tax_cents: 0, total_cents: 10_500 }, 22_000)).toMatchObject({
    tax_cents: 0,
    total_cents: 20_500,
  });
});
