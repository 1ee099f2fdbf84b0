// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moreSamples } from '@domain/testing/more-samples.ts';
import { ownHoldId, rememberHold } from '@/entities/booking/booking-session.ts';
import { forgetHeldBooking, keepHeldBooking } from '@/entities/booking/held-booking.ts';
import { refusal, startFakeServer, taken } from '../testing/fake-server.ts';
import {
  field,
  findForm,
  now,
  pickTime,
  premium,
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

const created = {
  status: 201,
  body: {
    bookingId: '3f8a6e9c-0000-4000-8000-000000000001',
    holdExpiresAt: '2026-11-24T15:15:00Z',
    checkout: {
      bookingId: '3f8a6e9c-0000-4000-8000-000000000001',
      paymentOption: 'pay_deposit',
      depositAmount: 2000,
      totalAmount: 11999,
      tipAmount: 0,
      price: 11999,
      discount: 0,
      taxAmount: 0,
      amountDueNow: 2000,
      serviceName: 'Premium Detailing',
      serviceId: 'premium-detailing',
      vehicleType: 'suv',
      carModel: 'Mazda CX-5',
      carYear: 2021,
      bookingDate: '2026-11-26',
      bookingTime: '12:00',
      holdExpiresAt: '2026-11-24T15:15:00Z',
      customerInfo: {
        name: 'Alex Tremblay',
        email: 'alex@example.com',
        phone: '+19055550199',
        address: '12 Maple Lane',
        city: 'Caledon',
        province: 'ON',
        postalCode: 'L7C 1A1',
        locationType: 'mobile',
      },
    },
  },
};

/** A complete form, ready to be sent. */
async function fillInEverything(details?: Parameters<typeof typeEarlier>[0]) {
  typeEarlier(details);
  renderSchedule();
  return pickTime(/November 26/, '12:00 PM');
}

const send = () => screen.getByRole('button', { name: 'Continue to Payment' });

test('sends the chosen and typed values, and no price', async () => {
  const server = startFakeServer();
  server.createBooking = () => created;
  const user = await fillInEverything({ couponCode: 'newcustomer20', tip: '15' });
  await user.click(send());
  await screen.findByTestId('checkout');
  expect(server.bookingRequests).toEqual([
    {
      serviceId: 'premium-detailing',
      vehicleType: 'suv',
      addOns: [],
      bookingDate: '2026-11-26',
      bookingTime: '12:00',
      paymentOption: 'pay_deposit',
      tipAmount: 1500,
      couponCode: 'NEWCUSTOMER20',
      holdToken: expect.stringMatching(/^[\da-f]{32}$/) as unknown,
      carModel: 'Mazda CX-5',
      carYear: 2021,
      customerInfo: {
        name: 'Alex Tremblay',
        email: 'alex@example.com',
        phone: '+19055550199',
        address: '12 Maple Lane',
        city: 'Caledon',
        province: 'ON',
        postalCode: 'L7C 1A1',
      },
      ...moreSamples(),
    },
  ]);
});

test('asks about a tip that is more than the visit, and sends it once it is meant', async () => {
  const server = startFakeServer();
  server.createBooking = () => created;
  const user = await fillInEverything({ tip: '500' });
  await user.click(send());
  const question = await screen.findByRole('alertdialog', { name: 'Add a tip of $500.00?' });
  expect(question.textContent).toContain('The visit itself costs $119.99.');
  await user.click(within(question).getByRole('button', { name: 'Change the tip' }));
  expect(server.bookingRequests).toHaveLength(0);
  await user.click(send());
  await user.click(await screen.findByRole('button', { name: 'Add this tip' }));
  await screen.findByTestId('checkout');
  expect(server.bookingRequests).toMatchObject([{ tipAmount: 50000 }]);
});

test("passes the server's state to the checkout and remembers the hold [S3.10]", async () => {
  const server = startFakeServer();
  server.createBooking = () => created;
  const user = await fillInEverything();
  await user.click(send());
  const checkout = await screen.findByTestId('checkout');
  expect(JSON.parse(checkout.textContent)).toEqual(created.body.checkout);
  expect(ownHoldId()).toBe(created.body.bookingId);
});

test('makes one booking for a double click', async () => {
  const server = startFakeServer();
  let answer = () => {};
  server.createBooking = () =>
    new Promise((resolve) => {
      answer = () => resolve(created);
    });
  const user = await fillInEverything();
  await user.dblClick(send());
  await user.click(send());
  answer();
  await screen.findByTestId('checkout');
  expect(server.bookingRequests).toHaveLength(1);
});

test('names a lost time and shows fresh ones, and keeps the typed values', async () => {
  const server = startFakeServer();
  server.createBooking = () => {
    server.slots = [taken('2026-11-26', '12:00')];
    return refusal(409, 'slot_taken', 'Sorry, that time is no longer available.');
  };
  const user = await fillInEverything();
  await user.click(send());
  expect(await screen.findByText('That time is no longer available')).toBeTruthy();
  expect(await screen.findByText('2 times available on Thursday, November 26')).toBeTruthy();
  expect(screen.queryByRole('radio', { name: '12:00 PM' })).toBeNull();
  expect(document.activeElement?.ariaLabel).toBe('Available times');
  expect(field('Full Name').value).toBe('Alex Tremblay');

  server.createBooking = () => created;
  await user.click(screen.getByRole('radio', { name: '3:00 PM' }));
  expect(screen.queryByText('That time is no longer available')).toBeNull();
  await user.click(send());
  await screen.findByTestId('checkout');
  expect(server.bookingRequests[1]).toMatchObject({ bookingTime: '15:00' });
});

test('books another visit once it was said that the earlier one is paid', async () => {
  const server = startFakeServer();
  const sentence = 'Your earlier payment went through. Nothing else was booked.';
  server.createBooking = () => refusal(409, 'replaced_is_paid', sentence);
  rememberHold(created.body.bookingId);
  const user = await fillInEverything();
  await user.click(send());
  await screen.findByText(sentence);
  server.createBooking = () => created;
  await user.click(send());
  await screen.findByTestId('checkout');
  const [first, second] = server.bookingRequests;
  expect(first).toMatchObject({ replacesBookingId: created.body.bookingId });
  expect(second).not.toHaveProperty('replacesBookingId');
});

test('refuses a used coupon at its field and removes it for good', async () => {
  const server = startFakeServer();
  const sentence = 'This coupon was already used with this email address, phone number or account.';
  server.createBooking = () => refusal(409, 'coupon_used', sentence, { couponCode: sentence });
  const user = await fillInEverything({ couponCode: 'NEWCUSTOMER20' });
  expect(screen.getByText('−$20.00')).toBeTruthy();
  await user.click(send());
  await screen.findByText(sentence);
  expect(document.activeElement).toBe(field('Coupon Code'));
  expect(screen.queryByText('−$20.00')).toBeNull();
  expect(screen.queryByText('$20 off applied')).toBeNull();
  expect(field('Coupon Code').value).toBe('');
  cleanup();
  renderSchedule();
  await findForm();
  expect(field('Coupon Code').value).toBe('');
  expect(screen.queryByText('−$20.00')).toBeNull();
});

test('leads from a coupon on another unpaid booking to the payment of that booking', async () => {
  const server = startFakeServer();
  const sentence = 'This coupon is on another booking of yours that isn’t paid yet.';
  server.createBooking = () => refusal(409, 'coupon_held', sentence, { couponCode: sentence });
  const bookingId = '3f8a6e9c-0000-4000-8000-000000000002';
  const user = await fillInEverything({ couponCode: 'NEWCUSTOMER20' });
  act(() =>
    keepHeldBooking({
      bookingId,
      email: 'alex@example.com',
      bookingDate: '2026-11-26',
      bookingTime: '15:00',
      heldUntil: '2026-11-24T15:20:00Z',
    }),
  );
  await user.click(send());
  await screen.findByText(sentence);
  const fields = within(screen.getByRole('group', { name: 'Coupon and tip' }));
  await user.click(fields.getByRole('link', { name: 'Continue to payment' }));
  const checkout = await screen.findByTestId('checkout');
  expect(JSON.parse(checkout.textContent)).toEqual({
    bookingId,
    customerInfo: { email: 'alex@example.com' },
  });
  forgetHeldBooking(bookingId);
});

test('says only where the coupon is when this browser does not know that booking', async () => {
  const server = startFakeServer();
  const sentence = 'This coupon is on another booking of yours that isn’t paid yet.';
  server.createBooking = () => refusal(409, 'coupon_held', sentence, { couponCode: sentence });
  const user = await fillInEverything({ couponCode: 'NEWCUSTOMER20' });
  await user.click(send());
  await screen.findByText(sentence);
  expect(screen.queryByRole('link', { name: 'Continue to payment' })).toBeNull();
});

test("shows the server's problems at the form's fields", async () => {
  const server = startFakeServer();
  server.createBooking = () =>
    refusal(400, 'invalid_input', 'Some of the details are not right.', {
      'customerInfo.name': 'Please enter your full name.',
      tipAmount: 'The tip can’t be below zero.',
    });
  const user = await fillInEverything();
  await user.click(send());
  await screen.findByText('Please enter your full name.');
  expect(screen.getByText('The tip can’t be below zero.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Full Name'));
});

test('says that there is no connection until there is one, keeps the form, and can resend it', async () => {
  const server = startFakeServer();
  const user = await fillInEverything();
  server.isDown = true;
  await user.click(send());
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(field('City').value).toBe('Caledon');
  server.isDown = false;
  server.createBooking = () => created;
  await user.click(send());
  await screen.findByTestId('checkout');
});

test('another package keeps the time that fits it, and says of one that does not that it has to be picked again', async () => {
  const luxury = { ...premium, serviceId: 'luxury-package', service: undefined };
  startFakeServer();
  renderSchedule();
  await pickTime(/November 26/, '12:00 PM');
  cleanup();
  renderSchedule(luxury, 'second-visit');
  await findForm();
  expect(await screen.findByLabelText('12:00 PM')).toHaveProperty('checked', true);
  cleanup();

  startFakeServer({ slots: [taken('2026-11-26', '15:00', 120)] });
  renderSchedule(premium, 'third-visit');
  await findForm();
  cleanup();
  renderSchedule(luxury, 'fourth-visit');
  const notice = await screen.findByText('That time doesn’t fit your new package');
  const times = notice.closest('section');
  await waitFor(() => expect(document.activeElement).toBe(times));
  expect(times?.textContent).toContain('can’t be booked for Luxury Package');
});

test('the bar of a phone covers no part of the calendar until a day is chosen', async () => {
  startFakeServer();
  renderSchedule(undefined, 'on-a-phone', false);
  expect(await screen.findByRole('button', { name: 'Show the first available day' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pick a time' })).toBeNull();
});

test('a phone has the next step in its bar: first the times, then the payment', async () => {
  startFakeServer();
  renderSchedule(undefined, 'on-a-phone', false);
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText(/November 26/));
  await user.click(screen.getByRole('button', { name: 'Pick a time' }));
  expect(document.activeElement?.textContent).toContain('November 26');
  await user.click(await screen.findByLabelText('12:00 PM'));
  await findForm();
  expect(screen.queryByRole('button', { name: 'Pick a time' })).toBeNull();
  await user.click(send());
  expect(document.activeElement).toBe(field('Full Name'));
});
