import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { BookingRow, MoveRow } from '@contracts/money.ts';
import { csvOf } from './csv.ts';

const refund: MoveRow = {
  id: '2b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a13',
  at: '2026-11-01T05:30:00Z',
  kind: 'refund',
  booking_id: '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11',
  payment_id: '1b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a12',
  service_name: 'Premium Detailing',
  customer_name: 'Zoë "Z" Lane, Caledon',
  method: 'e_transfer',
  status: 'succeeded',
  amount_cents: -2005,
  tax_cents: -95,
  tip_cents: 0,
  stripe_id: null,
};

const read = (text: string) => parse<Record<string, string>>(text.slice(1), { header: true }).data;

describe('A file for the accountant', () => {
  it('begins as UTF-8, and keeps letters, quotes and commas', () => {
    const text = csvOf('payments', [refund]);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(read(text)[0]?.['Customer']).toBe('Zoë "Z" Lane, Caledon');
  });

  it('has amounts in dollars with two decimals, and refunds as negative ones', () => {
    expect(read(csvOf('payments', [refund]))[0]).toMatchObject({
      'Amount (CAD)': '-20.05',
      'Including tax': '-0.95',
      'Including tip': '0.00',
      Method: 'E-transfer',
      'Refund ID': refund.id,
      'Booking ID': refund.booking_id,
      Receipt: 'R-0B9F-4F0E-6A3C',
    });
  });

  it('has local times of the business, also in the repeated hour', () => {
    const times = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T04:00:00Z'];
    const lines = read(
      csvOf(
        'payments',
        times.map((at) => ({ ...refund, at })),
      ),
    );
    expect(lines.map((line) => line['Local time'])).toEqual([
      '2026-11-01 01:30:00',
      '2026-11-01 01:30:00',
      '2026-11-01 00:00:00',
    ]);
  });

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '-2'])(
    "runs no formula from a customer's name: %j",
    (name) => {
      const [line] = read(csvOf('payments', [{ ...refund, customer_name: name }]));
      expect(line?.['Customer']).toBe(`'${name}`);
    },
  );

  it('lists the service, the amount paid and the amount due', () => {
    const booking: BookingRow = {
      id: refund.booking_id,
      booking_date: '2026-11-20',
      booking_time: '09:00:00',
      service_name: 'Basic Wash',
      vehicle_type: 'sedan',
      customer_name: 'Ada Lane',
      customer_email: null,
      status: 'deposit_paid',
      source: 'phone',
      payment_option: 'pay_deposit',
      price_cents: 6500,
      discount_cents: 0,
      coupon_code: null,
      tax_cents: 0,
      tax_label: 'GST (5%)',
      tip_cents: 0,
      total_cents: 6500,
      created_at: '2026-11-01T15:00:00Z',
      cancelled_at: null,
      paid_cents: 2000,
      refunded_cents: 0,
      due_cents: 4500,
    };
    expect(read(csvOf('bookings', [booking]))[0]).toMatchObject({
      Date: '2026-11-20',
      Time: '09:00',
      Email: '',
      'Tax label': '',
      Paid: '20.00',
      'Balance due': '45.00',
      Cancelled: '',
    });
  });
});
