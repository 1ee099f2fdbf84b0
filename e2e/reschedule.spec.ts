import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import { signUp } from './fixtures/accounts.ts';
import {
  createBooking,
  freeDay,
  nameOfDay,
  payBooking,
  requestBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { deposit } from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/test.ts';

async function paidBooking(
  origin: string,
  email: string,
  bookingDate: string,
  bookingTime: string,
) {
  const booking = await createBooking(origin, { bookingDate, bookingTime, email });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  return booking;
}

/** From the list of bookings to a chosen day and time on the reschedule screen, not yet confirmed. */
async function choose(page: Page, date: string, time: string) {
  await page
    .getByRole('article', { name: 'Basic Wash' })
    .getByRole('link', { name: 'Reschedule' })
    .click();
  await expect(page).toHaveURL(/\/reschedule\/[0-9a-f-]{36}$/);
  await pick(page, date, time);
}

async function pick(page: Page, date: string, time: string) {
  await page.getByRole('button', { name: new RegExp(`^${nameOfDay(date)}`) }).click();
  await page.getByRole('radio', { name: time, exact: true }).check();
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm New Time' });

test('a guest moves a booking with only an emailed code [S2.17]', async ({ page, server }) => {
  const email = 'guest-mover@customer.example';
  const day = freeDay();
  const booking = await paidBooking(server.origin, email, day, '09:00');
  await page.goto('/my-bookings');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Booking ID').fill(booking.bookingId);
  await page.getByRole('button', { name: /find/i }).click();
  await page.getByRole('link', { name: 'Reschedule' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to reschedule.' })).toBeVisible();
  await expect(page.getByText('We emailed a code to g…r@customer.example')).toBeVisible();
  await expectAccessible(page, 'signing in to move a booking');
  const { text } = await receivedMail(server.origin, email, /sign-in link/);
  await page.getByLabel('Sign-in Code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL(new RegExp(`/reschedule/${booking.bookingId}$`));
  await pick(page, day, '1:30 PM');
  await confirm(page).click();
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(page.getByRole('article', { name: 'Basic Wash' })).toContainText('1:30 PM');
});

test('a customer moves a paid booking, gets an email about it, and the old time is available again [S1.10, S6.8]', async ({
  page,
  server,
}) => {
  const email = 'changer@customer.example';
  const day = freeDay();
  await paidBooking(server.origin, email, day, '09:00');
  await signUp(page, server.origin, email);

  await choose(page, day, '1:30 PM');
  await confirm(page).click();
  await expect(page.getByText('Your booking has been rescheduled.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(page.getByRole('article', { name: 'Basic Wash' })).toContainText('1:30 PM');

  const mail = await receivedMail(server.origin, email, /^New time for your Basic Wash/);
  for (const text of [nameOfDay(day), '1:30 PM', '9:00 AM', deposit]) {
    expect(mail.text).toContain(text);
  }
  expect(mail.attachments).toMatchObject([{ filename: 'appointment.ics' }]);
  const again = await requestBooking(server.origin, {
    bookingDate: day,
    email: 'next-morning@customer.example',
  });
  expect(again.status).toBe(201);
});

test(
  'a guest who wants to move a booking logs in and returns to it',
  { tag: '@full' },
  async ({ page, server }) => {
    const email = 'returner@customer.example';
    await signUp(page, server.origin, email);
    await page.getByRole('button', { name: 'Logout' }).click();
    const day = freeDay();
    const { bookingId } = await paidBooking(server.origin, email, day, '09:00');

    await page.goto(`/my-bookings?booking_id=${bookingId}`);
    await page.getByRole('link', { name: 'Reschedule' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('button', { name: 'Use my password' }).click();
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel(/^Password/).fill('a good secret');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(new RegExp(`/reschedule/${bookingId}$`));
    // Booked as a guest, and in the account since the sign-in.
    await expect(
      page.getByText(`Basic Wash is booked for ${nameOfDay(day)} at 9:00 AM.`),
    ).toBeVisible();
  },
);

test("another person's booking is not found", { tag: '@full' }, async ({ page, server }) => {
  const { bookingId } = await paidBooking(
    server.origin,
    'owner@customer.example',
    freeDay(),
    '09:00',
  );
  await signUp(page, server.origin, 'stranger@customer.example');
  await page.goto(`/reschedule/${bookingId}`);
  await expect(page.getByText('Booking not found.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/my-bookings$/);
});

test.describe('Two customers who want the same time', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('one of them gets it; the other sees a message, keeps the day and finds another time', async ({
    page,
    browser,
    server,
  }) => {
    const day = freeDay();
    await paidBooking(server.origin, 'first@customer.example', day, '09:00');
    await paidBooking(server.origin, 'second@customer.example', day, '12:00');
    const otherContext = await browser.newContext({ baseURL: server.origin, locale: 'en-CA' });
    const other = await otherContext.newPage();
    await signUp(other, server.origin, 'first@customer.example');
    await signUp(page, server.origin, 'second@customer.example');
    // Receives no live updates: as if both pressed at the same moment.
    await page.route('**/live/v1/**', () => undefined);
    await choose(other, day, '2:30 PM');
    await choose(page, day, '2:30 PM');

    await confirm(other).click();
    await expect(other.getByText('Your booking has been rescheduled.').first()).toBeVisible();
    await otherContext.close();

    await confirm(page).click();
    await expect(page.getByText('Failed to update booking.').first()).toBeVisible();
    await expect(page.getByText(/2:30 PM on .* is no longer available/)).toBeVisible();
    await expect(page.getByRole('radio', { name: '2:30 PM', exact: true })).toBeHidden();
    // The first customer's old time is available now.
    await page.getByRole('radio', { name: '9:00 AM', exact: true }).check();
    await confirm(page).click();
    await expect(page.getByText('Your booking has been rescheduled.').first()).toBeVisible();
    await expect(page.getByRole('article', { name: 'Basic Wash' })).toContainText('9:00 AM');
  });
});
