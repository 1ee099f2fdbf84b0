// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { markCouponUsed, rememberVisits } from '@/lib/coupon-flag.ts';

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** As in a fresh visit: what an earlier one dismissed is forgotten. */
async function visit() {
  (await import('@/lib/business.ts')).setBusiness(defaultBusiness);
  const { CouponBanner } = await import('./coupon-banner.tsx');
  return () => render(<CouponBanner />);
}

test('a first-time visitor sees the coupon [S1.19]', async () => {
  (await visit())();
  expect(screen.getByText('First time here?')).toBeTruthy();
  expect(screen.getByText('NEWCUSTOMER20')).toBeTruthy();
  expect(screen.getByRole('complementary').textContent).toContain('$20 off');
});

test('a signed-in customer whose visits were seen here is not asked whether it is the first', async () => {
  rememberVisits([{ status: 'cancelled' }, { status: 'pending_payment' }]);
  const show = await visit();
  show();
  expect(screen.getByText('First time here?')).toBeTruthy();
  cleanup();
  rememberVisits([{ status: 'paid' }]);
  show();
  expect(screen.queryByText('First time here?')).toBeNull();
});

test('a dismissed banner stays away for this visit only [S1.19, S4.25]', async () => {
  const show = await visit();
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss offer' }));
  expect(screen.queryByText('First time here?')).toBeNull();
  cleanup();
  show();
  expect(screen.queryByText('First time here?')).toBeNull();

  vi.resetModules();
  (await visit())();
  expect(screen.getByText('First time here?')).toBeTruthy();
});

test('only the flag "true" counts as a used coupon [S9.15]', async () => {
  localStorage.setItem('newCustomerCouponUsed', 'false');
  (await visit())();
  expect(screen.getByText('First time here?')).toBeTruthy();
});

test('a customer who used the coupon does not see it again [S1.20, S9.15]', async () => {
  markCouponUsed();
  expect(localStorage.getItem('newCustomerCouponUsed')).toBe('true');
  (await visit())();
  expect(screen.queryByText('First time here?')).toBeNull();
});
