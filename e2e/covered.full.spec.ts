import type { Page } from '@playwright/test';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import {
  chooseService,
  continueToPayment,
  deposit,
  fillDetails,
  payDeposit,
  pickTime,
} from './fixtures/booking-journey.ts';
import { coveredControls } from './fixtures/covered.ts';
import { newCustomer, resume } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

/** Common phones. */
const phones = [
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** Checks a state of a page on these phones. */
async function expectClear(page: Page, state: string) {
  await page.locator('h1').first().waitFor();
  const launcher = page.getByRole('button', { name: 'Chat with us', includeHidden: true });
  await launcher.waitFor({ state: 'attached' });
  for (const size of phones) {
    await page.setViewportSize(size);
    const where = `${state} at ${size.width} x ${size.height}`;
    expect.soft(await coveredControls(page), where).toEqual([]);
  }
}

const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

test.use({ viewport: { width: 390, height: 664 } });

test('nothing is covered on the public pages', async ({ page }) => {
  test.slow();
  for (const path of ['/', '/gallery', '/reviews', '/leave-review', '/contact', '/nowhere']) {
    await page.goto(path);
    await expectClear(page, path);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Select Premium Detailing' }).click();
  await said(page, 'Ready to Book?');
  await expectClear(page, 'home with a package');
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await said(page, 'Missing Fields');
  await expectClear(page, 'contact with mistakes');
});

test('nothing is covered in the steps of a booking', async ({ page }) => {
  test.slow();
  await page.goto('/schedule');
  await said(page, 'No Service Selected');
  await expectClear(page, 'no service selected');
  await chooseService(page, 'Basic Wash', 'Sedan');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expectClear(page, 'the calendar');
  await pickTime(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true');
  await expectClear(page, 'the details with mistakes');
  await fillDetails(page, { email: 'covered@customer.example' });
  await continueToPayment(page, payDeposit);
  await expect(page.getByRole('button', { name: `Pay ${deposit}` })).toBeVisible();
  await expectClear(page, 'the checkout');
  await page.getByRole('button', { name: `Pay ${deposit}` }).click();
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
  await expectClear(page, 'the checkout with mistakes');
});

test('nothing is covered after a booking', async ({ page, server }) => {
  test.slow();
  const email = 'covered-later@customer.example';
  const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  await page.goto(`/booking-confirmation?booking_id=${booking.bookingId}`);
  await said(page, booking.bookingId);
  await expectClear(page, 'the confirmation');
  await page.goto('/my-bookings');
  await page.getByRole('button', { name: 'Find Booking' }).click();
  await expect(page.getByLabel('Booking ID')).toHaveAttribute('aria-invalid', 'true');
  await expectClear(page, 'the lookup with mistakes');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Booking ID').fill(booking.bookingId);
  await page.getByRole('button', { name: 'Find Booking' }).click();
  await said(page, 'Keep your bookings in one place');
  await expectClear(page, 'a booking found');
  await page.goto('/login');
  await expectClear(page, 'the login');

  await resume(page, await newCustomer(server.origin, email));
  await page.goto('/my-bookings');
  await said(page, booking.bookingId);
  await expectClear(page, 'the bookings');
  await page.goto('/account');
  await expectClear(page, 'the account');
  await page.goto(`/reschedule/${booking.bookingId}`);
  await page.getByRole('button', { name: 'Show the first available day' }).click();
  await page.getByRole('radio').first().check();
  await expectClear(page, 'the times to move to');
});
