// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import {
  amount,
  field,
  findForm,
  now,
  renderSchedule,
  typeEarlier,
} from '../testing/render-schedule.tsx';

const day = '2026-11-26';

/** Travel counts: two times in Caledon, of which the second is near another visit, and one in Bolton. */
function startTravelling() {
  const server = startFakeServer();
  server.rules = { ...server.rules, needsPlace: true, timesFrom: 'server' };
  server.openTimes = ({ postalCode, from }) => ({
    nearbyDiscountCents: 1000,
    days:
      from > day
        ? []
        : [
            {
              date: day,
              times: postalCode === 'L7C 1A1' ? ['09:00', '12:00'] : ['15:00'],
              none: null,
              nearby: ['12:00'],
            },
          ],
  });
  return server;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const calendar = () => screen.queryByRole('grid');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const showTimes = () => screen.findByRole('button', { name: 'Show times' });

test('the postal code comes before the times, and is filled in with the details', async () => {
  const server = startTravelling();
  renderSchedule();
  await showTimes();
  await waitFor(() => expect(calendar()).toBeNull());
  await press('Show times');
  expect(screen.getByText('Please enter your postal code.')).toBeTruthy();
  await userEvent.type(field('Postal Code'), 'l7c1a1');
  await press('Show times');
  expect(await screen.findByText('L7C 1A1')).toBeTruthy();
  expect(screen.queryByLabelText(/^Full Name/)).toBeNull();
  await userEvent.click(await screen.findByLabelText(/November 26/));
  await userEvent.click(await screen.findByLabelText('9:00 AM'));
  await findForm();
  expect(field('Postal Code').value).toBe('L7C 1A1');
  expect(server.openRequests[0]).toMatchObject({
    kind: 'booking',
    serviceId: 'premium-detailing',
    addOns: [],
    postalCode: 'L7C 1A1',
  });
});

test('a time near another visit is marked, and its discount is in the price', async () => {
  startTravelling();
  typeEarlier();
  renderSchedule();
  await userEvent.click(await screen.findByLabelText(/November 26/));
  await userEvent.click(await screen.findByRole('radio', { name: /12:00 PM/ }));
  expect(screen.getByRole('radio', { name: /^12:00 PM ?We’re nearby, \$10.00 off$/ })).toBeTruthy();
  expect(amount('Nearby discount')).toBe('−$10.00');
  await userEvent.click(screen.getByRole('radio', { name: '9:00 AM' }));
  expect(amount('Nearby discount')).toBeUndefined();
});

test('another postal code in the details loads the times again and says that the time is gone', async () => {
  startTravelling();
  typeEarlier();
  renderSchedule();
  await userEvent.click(await screen.findByLabelText(/November 26/));
  await userEvent.click(await screen.findByRole('radio', { name: '9:00 AM' }));
  await findForm();
  await userEvent.clear(field('Postal Code'));
  await userEvent.type(field('Postal Code'), 'L7E 2B2');
  expect(await screen.findByText(/isn’t available for L7E 2B2/)).toBeTruthy();
  expect(screen.getByText('Times for', { exact: false }).textContent).toBe('Times for L7E 2B2');
  expect(screen.getByRole('radio', { name: '3:00 PM' })).toBeTruthy();
});

test('another postal code above the times reaches the details', async () => {
  startTravelling();
  typeEarlier();
  renderSchedule();
  await findForm();
  await press('Change the postal code');
  const [above] = screen.getAllByLabelText<HTMLInputElement>(/^Postal Code/);
  if (!above) throw new Error('No field');
  expect(document.activeElement).toBe(above);
  await userEvent.clear(above);
  await userEvent.type(above, 'L7E 2B2');
  await press('Show times');
  await waitFor(() => expect(field('Postal Code').value).toBe('L7E 2B2'));
  expect(field('City').value).toBe('Caledon');
});

test('a postal code outside the area shows no times, and the way to ask for a visit', async () => {
  const server = startTravelling();
  server.rules = { ...server.rules, servedPrefixes: ['L7'] };
  renderSchedule();
  await showTimes();
  await userEvent.type(field('Postal Code'), 'L9W 2X1');
  await press('Show times');
  expect(await screen.findByText('We don’t serve L9W 2X1 yet')).toBeTruthy();
  expect(server.openRequests).toHaveLength(0);
});
