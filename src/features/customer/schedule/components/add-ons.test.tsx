// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { setBusiness } from '@/lib/business.ts';
import { startFakeServer, taken } from '../testing/fake-server.ts';
import {
  amount,
  now,
  pickTime,
  premium,
  renderSchedule,
  typeEarlier,
} from '../testing/render-schedule.tsx';

const addOn = (id: string, name: string, minutes: number, isVisible = true) => ({
  id,
  name,
  description: `All about ${name}.`,
  priceCents: { sedan: 2000, suv: 3000 },
  minutes,
  isVisible,
});

const wax = addOn('wax', 'Hand wax', 60);
const odour = { ...addOn('odour', 'Odour check', 0), priceCents: { sedan: 0, suv: 0 } };
const business = {
  ...defaultBusiness,
  addOns: [wax, odour, addOn('old', 'Old polish', 30, false)],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  sessionStorage.clear();
  setBusiness(business);
});

afterEach(() => {
  cleanup();
  setBusiness(defaultBusiness);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

const described = (name: string) =>
  (box(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('add-ons are not asked for while the business shows none', async () => {
  setBusiness({ ...business, addOns: business.addOns.slice(2) });
  startFakeServer();
  renderSchedule();
  await pickTime(/November 26/, '9:00 AM');
  expect(screen.queryByRole('group', { name: 'Add-ons' })).toBeNull();
});

test('add-ons have a price and minutes, and the total follows', async () => {
  startFakeServer();
  renderSchedule();
  const user = await pickTime(/November 26/, '9:00 AM');
  const group = screen.getByRole('group', { name: 'Add-ons' });
  expect(within(group).getAllByRole('checkbox')).toHaveLength(2);
  expect(described('Hand wax')).toBe('+$30.00 All about Hand wax. Adds 1 hour.');
  expect(described('Odour check')).toBe('Free All about Odour check.');
  await user.click(box('Hand wax'));
  expect(amount('Premium Detailing')).toBe('$119.99');
  expect(amount('Hand wax')).toBe('$30.00');
  expect(amount('Total')).toBe('$149.99');
  await user.click(screen.getByRole('radio', { name: 'Sedan' }));
  expect(amount('Hand wax')).toBe('$20.00');
  expect(screen.getByText('About 4 hours')).not.toBeNull();
  await user.click(box('Hand wax'));
  expect(amount('Hand wax')).toBeUndefined();
  expect(amount('Total')).toBe('$99.99');
});

test('the times have room for the add-ons, and a time without it is kept until another is picked', async () => {
  startFakeServer({ slots: [taken('2026-11-26', '12:00')] });
  renderSchedule();
  const user = await pickTime(/November 26/, '9:00 AM');
  await user.click(box('Hand wax'));
  expect(screen.getByRole('alert').textContent).toContain('9:00 AM has no room for your add-ons');
  expect(screen.queryByLabelText('9:00 AM')).toBeNull();
  expect(screen.getAllByText('No time picked yet')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Pick another time' }));
  expect(document.activeElement?.textContent).toContain('That time is too short');
  await user.click(box('Hand wax'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('9:00 AM').checked).toBe(true);
});

test('a reload keeps the add-ons, without those that are hidden by now', async () => {
  startFakeServer();
  renderSchedule();
  const user = await pickTime(/November 26/, '9:00 AM');
  await user.click(box('Hand wax'));
  await user.click(box('Odour check'));
  act(() => setBusiness({ ...business, addOns: [wax] }));
  expect(amount('Total')).toBe('$149.99');
  cleanup();
  renderSchedule();
  await screen.findByLabelText(/^Full Name/);
  expect(box('Hand wax').checked).toBe(true);
  expect(screen.queryByRole('checkbox', { name: 'Odour check' })).toBeNull();
});

test('a link brings its add-ons, and the request names only their ids', async () => {
  const server = startFakeServer();
  typeEarlier();
  renderSchedule({ ...premium, addOns: ['odour', 'wax', 'old'] });
  const user = await pickTime(/November 26/, '9:00 AM');
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await vi.waitFor(() => expect(server.bookingRequests).toHaveLength(1));
  expect(server.bookingRequests[0]).toMatchObject({ addOns: ['wax', 'odour'] });
  expect(JSON.stringify(server.bookingRequests)).not.toMatch(/price|minutes/i);
});
