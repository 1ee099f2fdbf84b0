import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receipt, receiptNumber, type ReceiptRequest } from './receipt.ts';

const deposit: ReceiptRequest = {
  bookingId: '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11',
  serviceName: 'Premium Detailing',
  addOns: [],
  status: 'paid',
  priceCents: 11999,
  discountCents: 0,
  nearbyDiscountCents: 0,
  couponCode: null,
  taxes: [],
  tipCents: 0,
  totalCents: 11999,
  dueOnSiteCents: 0,
  reducedCents: 0,
  reducedTaxCents: 0,
  payments: [
    { method: 'online', amountCents: 2000, tipCents: 0, settledAt: '2026-11-02T15:00:00Z' },
    { method: 'cash', amountCents: 10999, tipCents: 1000, settledAt: '2026-11-20T18:00:00Z' },
  ],
  refunds: [],
};

describe('A receipt', () => {
  it('adds an on-site tip to the total of the booking', () => {
    expect(receipt(deposit)).toMatchObject({
      subtotalCents: 11999,
      tipCents: 1000,
      totalCents: 12999,
      paidCents: 12999,
      leftCents: 0,
    });
  });

  it('has a line for what was refunded and is not charged', () => {
    const refunded = { ...deposit, reducedCents: 4000, reducedTaxCents: 417 };
    expect(receipt(refunded)).toMatchObject({
      reduction: { label: 'Reduced by refund, with $4.17 tax', cents: -4000 },
      totalCents: 8999,
    });
    expect(receipt({ ...refunded, status: 'cancelled' }).reduction?.label).toBe(
      'Not charged, with $4.17 tax',
    );
    expect(receipt(deposit).reduction).toBeNull();
  });

  it('shows no tax if none was charged', () => {
    expect(receipt(deposit).taxes).toEqual([]);
  });

  it('shows each tax with its registration number', () => {
    const taxes = [
      { label: 'GST (5%)', cents: 600, registrationNumber: '12345 6789 RT0001' },
      { label: 'PST (7%)', cents: 840, registrationNumber: '' },
    ];
    expect(receipt({ ...deposit, taxes, totalCents: 13439 }).taxes).toEqual([
      { label: 'GST (5%), registration no. 12345 6789 RT0001', cents: 600 },
      { label: 'PST (7%)', cents: 840 },
    ]);
  });

  it('shows each add-on as a part of the price', () => {
    const addOns = [
      { name: 'Hand wax', priceCents: 3000 },
      { name: 'Odour check', priceCents: 0 },
    ];
    const { lines, subtotalCents } = receipt({ ...deposit, addOns });
    expect(lines).toEqual([
      { label: 'Premium Detailing', cents: 8999 },
      { label: 'Hand wax', cents: 3000 },
      { label: 'Odour check', cents: 0 },
    ]);
    expect(subtotalCents).toBe(11999);
  });

  it('shows the coupon as a line of its own', () => {
    const { lines, subtotalCents } = receipt({
      ...deposit,
      discountCents: 2000,
      couponCode: 'NEWCUSTOMER20',
    });
    expect(lines).toEqual([
      { label: 'Premium Detailing', cents: 11999 },
      { label: 'Coupon NEWCUSTOMER20', cents: -2000 },
    ]);
    expect(subtotalCents).toBe(9999);
  });

  it('lists the method and the time of each payment, and the refunds', () => {
    const { payments, refunds, refundedCents } = receipt({
      ...deposit,
      refunds: [
        {
          method: 'online',
          amountCents: 500,
          createdAt: '2026-11-21T12:00:00Z',
          isOnItsWay: true,
          isOwed: false,
        },
      ],
    });
    expect(payments.map(({ label }) => label)).toEqual(['Card, online', 'Cash']);
    expect(refunds).toEqual([
      { label: 'Card, online', cents: 500, at: '2026-11-21T12:00:00Z', isOnItsWay: true },
    ]);
    expect(refundedCents).toBe(500);
  });

  it('separates refunds still owed by hand from completed ones', () => {
    const { refunds, refundedCents, owedCents } = receipt({
      ...deposit,
      refunds: [
        {
          method: 'cash',
          amountCents: 9999,
          createdAt: '2026-11-21T12:00:00Z',
          isOnItsWay: true,
          isOwed: true,
        },
      ],
    });
    expect({ refunds, refundedCents, owedCents }).toEqual({
      refunds: [],
      refundedCents: 0,
      owedCents: 9999,
    });
  });

  it('always adds up: lines, tax and tips equal the total', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(cents, cents, cents, fc.array(cents), (price, tax, tip, tips) => {
        const result = receipt({
          ...deposit,
          priceCents: price,
          taxes: tax > 0 ? [{ label: 'GST (5%)', cents: tax, registrationNumber: '' }] : [],
          tipCents: tip,
          totalCents: price + tax + tip,
          payments: tips.map((onSite) => ({
            method: 'cash',
            amountCents: onSite + 100,
            tipCents: onSite,
            settledAt: 0,
          })),
        });
        const together = result.lines.reduce((sum, line) => sum + line.cents, 0);
        expect(together).toBe(result.subtotalCents);
        const taxed = result.taxes.reduce((sum, { cents }) => sum + cents, 0);
        expect(together + taxed + result.tipCents).toBe(result.totalCents);
      }),
    );
  });
});

describe('The number of a receipt', () => {
  it("is derived from the booking's id and never changes", () => {
    expect(receiptNumber(deposit.bookingId)).toBe('R-0B9F-4F0E-6A3C');
    expect(receipt(deposit).number).toBe(receiptNumber(deposit.bookingId));
  });
});
