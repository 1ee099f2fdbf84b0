// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { forgetServerTime, hearServerTime } from '@/testing/server-time.ts';
import { signIn } from '@/testing/sign-in.ts';
import type { StoredReceipt } from '@contracts/money.ts';
import ReceiptScreen from './receipt-screen.tsx';

const bookingId = '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11';
const answer = 'POST /rest/v1/rpc/booking_receipt';

const stored: StoredReceipt = {
  booking: {
    id: bookingId,
    customer_name: 'Ada Lane',
    customer_email: 'ada@example.com',
    customer_phone: '+19055550101',
    address: '1 Main Street',
    city: 'Caledon',
    province: 'ON',
    postal_code: 'L7C 1A1',
    service_name: 'Premium Detailing',
    car_model: 'Volvo XC60',
    car_year: 2022,
    booking_date: '2026-11-20',
    booking_time: '09:00:00',
    status: 'confirmed',
    price_cents: 11999,
    discount_cents: 2000,
    nearby_discount_cents: 0,
    coupon_code: 'NEWCUSTOMER20',
    tax_cents: 500,
    tax_label: 'GST (5%)',
    tip_cents: 1000,
    total_cents: 11499,
  },
  due_on_site_cents: 0,
  reduced_cents: 0,
  reduced_tax_cents: 0,
  payments: [
    { method: 'online', amount_cents: 11499, tip_cents: 0, settled_at: '2026-11-02T03:30:00Z' },
  ],
  refunds: [
    { method: 'online', amount_cents: 700, created_at: '2026-11-21T15:00:00Z', status: 'sent' },
  ],
};

beforeEach(() => signIn({ isAdmin: true }));
afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const show = () =>
  renderScreen(<ReceiptScreen />, {
    path: `/admin/bookings/${bookingId}/receipt`,
    pattern: '/admin/bookings/:bookingId/receipt',
  });

const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent);

test('shows the tax, and payments and refunds by the days of the business', async () => {
  startFakeBackend({ [answer]: { body: stored } });
  show();
  expect(await screen.findByText('R-0B9F-4F0E-6A3C')).toBeTruthy();
  expect(rows()).toEqual([
    'Premium Detailing$119.99',
    'Coupon NEWCUSTOMER20−$20.00',
    'Subtotal$99.99',
    'GST (5%)$5.00',
    'Tip (not taxed)$10.00',
    'Total$114.99',
    'Card, online, Nov 1, 2026$114.99',
    'Refund, card, online, Nov 21, 2026 (in progress)−$7.00',
    'Paid, less refunds$107.99',
    'Balance due$0.00',
  ]);
});

test('shows each tax with its registration number', async () => {
  const taxes = [
    { label: 'GST (5%)', cents: 300, registrationNumber: '12345 6789 RT0001' },
    { label: 'PST (3%)', cents: 200, registrationNumber: '' },
  ];
  startFakeBackend({
    [answer]: { body: { ...stored, booking: { ...stored.booking, tax_lines: taxes } } },
  });
  show();
  await screen.findByText('R-0B9F-4F0E-6A3C');
  expect(rows().slice(3, 5)).toEqual([
    'GST (5%), registration no. 12345 6789 RT0001$3.00',
    'PST (3%)$2.00',
  ]);
});

test('does not subtract refunds still owed by hand', async () => {
  const owed = { method: 'cash', amount_cents: 700, created_at: '2026-11-21T15:00:00Z' } as const;
  const refunds = [{ ...owed, status: 'owed' }];
  startFakeBackend({ [answer]: { body: { ...stored, refunds } } });
  show();
  await screen.findByText('R-0B9F-4F0E-6A3C');
  expect(rows().slice(-3)).toEqual([
    'Paid, less refunds$114.99',
    'Still to be refunded$7.00',
    'Balance due$0.00',
  ]);
});

test('says that no tax was charged', async () => {
  const untaxed = { ...stored.booking, tax_cents: 0, discount_cents: 0, tip_cents: 0 };
  startFakeBackend({ [answer]: { body: { ...stored, booking: untaxed, payments: [] } } });
  show();
  expect(await screen.findByText('No tax charged')).toBeTruthy();
  expect(screen.getByText('Nothing has been paid yet.')).toBeTruthy();
});

test('prints with one click', async () => {
  startFakeBackend({ [answer]: { body: stored } });
  const print = vi.fn();
  vi.stubGlobal('print', print);
  show();
  await screen.findByText('R-0B9F-4F0E-6A3C');
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
});

test('distinguishes an unknown booking from a lost connection', async () => {
  const backend = startFakeBackend({
    [answer]: { status: 404, body: { code: 'PT404', message: 'booking_not_found' } },
  });
  show();
  expect(await screen.findByText('Booking not found')).toBeTruthy();
  cleanup();
  backend.answers[answer] = { status: 500, body: { message: 'down' } };
  show();
  expect(await screen.findByText('Could not load this receipt.')).toBeTruthy();
});

test('prints the date of the business, not of this device', async () => {
  startFakeBackend({ [answer]: { body: stored } });
  hearServerTime('2027-01-01T04:30:00Z');
  show();
  await screen.findByText('R-0B9F-4F0E-6A3C');
  expect(screen.getByText('Printed').nextSibling?.textContent).toBe('Thursday, December 31, 2026');
  cleanup();
  forgetServerTime();
});
