import { bookingNumber } from '@domain/booking/booking-number.ts';
import fc from 'fast-check';
import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import type { BookingRow, MoveRow } from '@contracts/money.ts';
import { accountingCsv, bookingsCsv, paymentsCsv } from './csv.ts';

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
    const text = paymentsCsv([refund]);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(read(text)[0]?.['Customer']).toBe('Zoë "Z" Lane, Caledon');
  });

  it.each([
    paymentsCsv([{ ...refund, customer_name: 'Eve;=1+1' }]),
    accountingCsv('xero', [{ ...refund, customer_name: 'Eve;=1+1' }]),
  ])('quotes a cell that other spreadsheets would split', (text) => {
    expect(text).toContain(',"Eve;=1+1",');
  });

  it('has amounts in dollars with two decimals, and refunds as negative ones', () => {
    expect(read(paymentsCsv([refund]))[0]).toMatchObject({
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
    const lines = read(paymentsCsv(times.map((at) => ({ ...refund, at }))));
    expect(lines.map((line) => line['Local time'])).toEqual([
      '2026-11-01 01:30:00',
      '2026-11-01 01:30:00',
      '2026-11-01 00:00:00',
    ]);
  });

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '-2'])(
    "runs no formula from a customer's name: %j",
    (name) => {
      const [line] = read(paymentsCsv([{ ...refund, customer_name: name }]));
      expect(line?.['Customer']).toBe(`'${name}`);
    },
  );

  it('says what each line is in words', () => {
    const words = (change: Partial<MoveRow>) => {
      const { Kind, Status } = read(paymentsCsv([{ ...refund, ...change }]))[0] ?? {};
      return [Kind, Status];
    };
    expect(words({})).toEqual(['Refund', 'Refunded']);
    expect(words({ status: 'pending' })).toEqual(['Refund', 'Waiting to be sent']);
    expect(words({ status: 'failed', amount_cents: 2005 })).toEqual(['Refund', 'Failed']);
    expect(words({ kind: 'payment', amount_cents: 2005 })).toEqual(['Payment', 'Received']);
    expect(words({ kind: 'payment' })).toEqual(['Payment', 'Undone']);
    expect(words({ kind: 'change', amount_cents: 0 })).toEqual([
      'Change of the visit',
      'Tax and tip changed',
    ]);
    expect(words({ kind: 'dispute' })).toEqual(['Dispute', 'Taken by the bank']);
    expect(words({ kind: 'dispute', amount_cents: 2005 })).toEqual([
      'Dispute',
      'Returned by the bank',
    ]);
  });

  const seen = { today: '2026-11-21', business: defaultBusiness };
  const booking: BookingRow = {
    id: refund.booking_id,
    booking_date: '2026-11-20',
    booking_time: '09:00:00',
    service_name: 'Basic Wash',
    vehicle_type: 'sedan',
    vehicle_name: null,
    customer_name: 'Ada Lane',
    customer_email: null,
    status: 'deposit_paid',
    done_at: null,
    no_show_at: null,
    called_off: null,
    source: 'phone',
    payment_option: 'pay_deposit',
    price_cents: 6500,
    discount_cents: 0,
    nearby_discount_cents: 0,
    coupon_code: null,
    tax_cents: 0,
    tax_label: 'GST (5%)',
    tip_cents: 0,
    later_tip_cents: 0,
    owed_cents: 0,
    total_cents: 6500,
    add_ons: [
      { id: 'wax', name: 'Hand wax', priceCents: 1500, minutes: 30 },
      { id: 'odour', name: 'Odour check', priceCents: 250, minutes: 0 },
    ],
    created_at: '2026-11-01T15:00:00Z',
    cancelled_at: null,
    paid_cents: 2000,
    refunded_cents: 0,
    due_cents: 4500,
    customer_phone: '+19055550142',
    crew: 2,
    crew_name: '',
  };

  it.each<[string, Partial<BookingRow>]>([
    ['Done', { done_at: '2026-11-20T17:00:00Z' }],
    ['No-show', { no_show_at: '2026-11-20T17:00:00Z' }],
    ['Not marked done', {}],
    ['Today', { booking_date: '2026-11-21' }],
    ['Upcoming', { booking_date: '2026-11-22' }],
    ['Cancelled', { status: 'cancelled' }],
    ['Rain day, no answer yet', { called_off: 'asked' }],
  ])('tells that a visit is: %s', (outcome, change) => {
    expect(read(bookingsCsv([{ ...booking, ...change }], seen))[0]?.['Outcome']).toBe(outcome);
  });

  it('has words in place of codes', () => {
    expect(read(bookingsCsv([booking], seen))[0]).toMatchObject({
      Vehicle: 'Sedan',
      Status: 'Deposit paid',
      Source: 'By phone',
      'Payment option': 'Deposit',
    });
    const full = { ...booking, vehicle_name: 'Van', payment_option: 'pay_full_online' } as const;
    expect(read(bookingsCsv([full], seen))[0]).toMatchObject({
      Vehicle: 'Van',
      'Payment option': 'In full online',
    });
  });

  it('has tips given later in its column, and says what is to be refunded of a paid booking', () => {
    const paid = { ...booking, status: 'paid', tip_cents: 200, later_tip_cents: 700 } as const;
    const seenOf = (change: Partial<BookingRow>) =>
      read(bookingsCsv([{ ...paid, ...change }], seen))[0];
    expect(seenOf({})).toMatchObject({ Tip: '9.00', Status: 'Paid in full' });
    expect(seenOf({ owed_cents: 10599 })).toMatchObject({ Status: 'Refund owed' });
    expect(seenOf({ refunded_cents: 500 })).toMatchObject({ Status: 'Partly refunded' });
    expect(seenOf({ refunded_cents: 2000 })).toMatchObject({ Status: 'Refunded' });
  });

  it('ends with the booking number, the phone and the crew', () => {
    const columns = read(bookingsCsv([booking], seen))[0] ?? {};
    expect(Object.entries(columns).slice(-3)).toEqual([
      ['Booking number', bookingNumber(booking.id)],
      ['Phone', '(905) 555-0142'],
      ['Crew', 'Crew 2'],
    ]);
    const named = read(bookingsCsv([{ ...booking, crew_name: 'North' }], seen))[0];
    expect(named).toMatchObject({ Crew: 'North' });
    const cancelled = read(bookingsCsv([{ ...booking, crew: null, crew_name: null }], seen))[0];
    expect(cancelled).toMatchObject({ Crew: '' });
  });

  it('lists the service, its add-ons, the amount paid and the amount due', () => {
    expect(read(bookingsCsv([booking], seen))[0]).toMatchObject({
      Date: '2026-11-20',
      Time: '09:00',
      Email: '',
      'Tax label': '',
      Paid: '20.00',
      'Balance due': '45.00',
      Cancelled: '',
      'Add-ons': 'Hand wax, Odour check',
      'Add-on price': '17.50',
    });
    const plain = read(bookingsCsv([{ ...booking, add_ons: null }], seen))[0];
    expect(plain).toMatchObject({ 'Add-ons': '', 'Add-on price': '0.00' });
  });
});

describe('A file for an accounting program', () => {
  const lines = (text: string) => parse<Record<string, string>>(text, { header: true }).data;

  it('has the three columns of QuickBooks, with months first', () => {
    const text = accountingCsv('quickbooks', [refund]);
    expect(text.split('\r\n')[0]).toBe('Date,Description,Amount');
    expect(lines(text)).toEqual([
      {
        Date: '11/01/2026',
        Description:
          'Zoë "Z" Lane, Caledon, Refund, E-transfer, Premium Detailing, R-0B9F-4F0E-6A3C, tax -0.95',
        Amount: '-20.05',
      },
    ]);
  });

  it("has the columns of Xero's template, with days first", () => {
    const text = accountingCsv('xero', [refund]);
    expect(text.split('\r\n')[0]).toBe('*Date,*Amount,Payee,Description,Reference,Check Number');
    expect(lines(text)[0]).toMatchObject({
      '*Date': '01/11/2026',
      '*Amount': '-20.05',
      Payee: 'Zoë "Z" Lane, Caledon',
      Reference: 'R-0B9F-4F0E-6A3C',
    });
  });

  it('leaves out what moves no money', () => {
    const change: MoveRow = { ...refund, kind: 'change', amount_cents: 0 };
    expect(accountingCsv('xero', [change, refund])).toBe(accountingCsv('xero', [refund]));
  });

  it("runs no formula from a customer's name", () => {
    const text = accountingCsv('xero', [{ ...refund, customer_name: '=1+1' }]);
    expect(lines(text)[0]?.['Payee']).toBe("'=1+1");
  });

  it('tells the tax and the tip in each amount, whose sums are those of the rows', () => {
    const signed = fc.integer({ min: -99_999, max: 99_999 });
    fc.assert(
      fc.property(fc.array(fc.tuple(signed, signed), { minLength: 1 }), (parts) => {
        const rows = parts.map(([tax, tip]) => ({ ...refund, tax_cents: tax, tip_cents: tip }));
        const texts = lines(accountingCsv('xero', rows)).map((line) => line['Description'] ?? '');
        const sumOf = (name: string) =>
          texts.reduce(
            (cents, text) =>
              cents + centsIn(new RegExp(`, ${name} (-?[\\d.]+)`).exec(text)?.[1] ?? '0'),
            0,
          );
        expect(sumOf('tax')).toBe(parts.reduce((cents, [tax]) => cents + tax, 0));
        expect(sumOf('tip')).toBe(parts.reduce((cents, [, tip]) => cents + tip, 0));
        const untaxed = texts.filter((text) => text.includes(', no tax'));
        expect(untaxed).toHaveLength(parts.filter(([tax]) => tax === 0).length);
      }),
    );
  });

  it.each([
    ['quickbooks', 'Amount'],
    ['xero', '*Amount'],
  ] as const)('for %s has the same sum as its rows, to the cent', (program, column) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9_999_999, max: 9_999_999 })), (amounts) => {
        const rows = amounts.map((cents) => ({ ...refund, amount_cents: cents }));
        const written = rows.length === 0 ? [] : lines(accountingCsv(program, rows));
        const sum = written.reduce((cents, line) => cents + centsIn(line[column]), 0);
        expect(sum).toBe(amounts.reduce((cents, one) => cents + one, 0));
      }),
    );
  });

  const centsIn = (text = '') => Number(text.replace('.', ''));
});
