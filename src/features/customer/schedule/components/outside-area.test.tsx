// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inquiryIn } from '@/entities/inquiry/inquiry-draft.ts';
import { refusal, startFakeServer } from '../testing/fake-server.ts';
import {
  field,
  findForm,
  now,
  pickTime,
  renderSchedule,
  typeEarlier,
} from '../testing/render-schedule.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startServerOf(...servedPrefixes: string[]) {
  const server = startFakeServer();
  server.rules = { ...server.rules, servedPrefixes };
  return server;
}

const send = () => screen.getByRole('button', { name: 'Continue to Payment' });
const wayOut = () => screen.queryByRole('link', { name: 'Send a Message' });

test('a postal code outside the area is reported at once, until one inside is typed', async () => {
  startServerOf('L7', 'M5V');
  renderSchedule();
  const user = await pickTime(/November 26/, '12:00 PM');
  await user.type(field('Postal Code'), 'l9w2x');
  expect(wayOut()).toBeNull();
  await user.type(field('Postal Code'), '1');
  expect(await screen.findByText('We don’t serve L9W 2X1 yet')).toBeTruthy();
  await user.clear(field('Postal Code'));
  await user.type(field('Postal Code'), 'L7C 1A1');
  await waitFor(() => expect(wayOut()).toBeNull());
});

test('the postal code is checked on leaving its field, not only with the whole form', async () => {
  startServerOf('L7');
  renderSchedule();
  const user = await pickTime(/November 26/, '12:00 PM');
  await user.type(field('Postal Code'), 'M5V 2T6');
  await user.tab();
  expect(await screen.findByText('This postal code is outside the area we serve.')).toBeTruthy();
  await user.clear(field('Postal Code'));
  await user.type(field('Postal Code'), 'L7C 1A');
  await user.tab();
  expect(await screen.findByText(/Please enter a Canadian postal code/)).toBeTruthy();
  await user.type(field('Postal Code'), '1');
  await user.tab();
  await waitFor(() => expect(screen.queryByText(/Please enter a Canadian/)).toBeNull());
});

test('a form outside the area is not sent, says why, and links to a filled-in contact form', async () => {
  const server = startServerOf('L7C');
  typeEarlier({ postalCode: 'L9W 2X1' });
  renderSchedule();
  const user = await pickTime(/November 26/, '12:00 PM');
  await user.click(send());
  expect(await screen.findByText('This postal code is outside the area we serve.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Postal Code'));
  expect(server.bookingRequests).toHaveLength(0);

  const link = wayOut();
  expect(link?.getAttribute('href')).toBe('/contact');
  if (link) await user.click(link);
  const arrival = await screen.findByTestId('contact');
  const inquiry = inquiryIn(JSON.parse(arrival.textContent));
  expect(inquiry).toMatchObject({
    name: 'Alex Tremblay',
    email: 'Alex@Example.com',
    subject: 'Do you come to L9W 2X1?',
  });
  expect(inquiry.message).toContain('Premium Detailing');
  expect(inquiry.message).toContain('Thursday, November 26, 2026 at 12:00 PM');
  cleanup();
  renderSchedule();
  await findForm();
  expect(field('Full Name').value, 'what was typed is kept').toBe('Alex Tremblay');
});

test("the server's refusal leads the same way after the area became smaller", async () => {
  const server = startServerOf();
  typeEarlier({ postalCode: 'L9W 2X1' });
  const sentence = 'This postal code is outside the area we serve.';
  server.createBooking = () => {
    server.rules = { ...server.rules, servedPrefixes: ['L7C'] };
    return refusal(409, 'outside_service_area', 'We do not come there.', { postalCode: sentence });
  };
  renderSchedule();
  const user = await pickTime(/November 26/, '12:00 PM');
  expect(wayOut()).toBeNull();
  await user.click(send());
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(document.activeElement).toBe(field('Postal Code'));
  await waitFor(() => expect(wayOut()).toBeTruthy());
  expect(field('City').value).toBe('Caledon');
});
