import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { signUp } from './fixtures/accounts.ts';
import { createBooking, localDate, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import {
  chooseService,
  continueToPayment,
  expectConfirmed,
  fillDetails,
  payByCard,
  pickTime,
} from './fixtures/booking-journey.ts';
import { expect, test } from './fixtures/test.ts';

async function expectAccessible(page: Page, step: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${step}: ${id} at ${nodes[0]?.target.join(' ') ?? ''}`),
  ).toEqual([]);
}

// Reflow: nothing may need scrolling sideways.
async function expectNoSidewaysScroll(page: Page, step: string) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${step} is wider than the screen`).toBeLessThanOrEqual(0);
}

for (const width of [390, 1280]) {
  test.describe(`At ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });

    const check = async (page: Page, step: string) => {
      await expectAccessible(page, step);
      await expectNoSidewaysScroll(page, step);
    };

    test('every step of a booking is accessible, its errors and questions too', async ({
      page,
    }) => {
      test.slow();
      await chooseService(page, 'Premium Detailing', 'SUV / Compact SUV');
      await pickTime(page);
      await check(page, 'schedule');
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await expect(page.getByText('Please enter your full name.').first()).toBeVisible();
      await check(page, 'schedule with errors');
      await fillDetails(page, { email: `axe-${width}@customer.example` });
      await continueToPayment(page, 'Pay $20 deposit');
      await expect(page.getByLabel('Card number')).toBeVisible();
      await check(page, 'checkout');
      await payByCard(page, '$20.00');
      const bookingId = await expectConfirmed(page);
      await check(page, 'confirmation');

      await page.goto(`/my-bookings?booking_id=${bookingId}`);
      await page.getByRole('button', { name: /^Cancel/ }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await check(page, 'the question before a cancellation');
    });

    test('moving a booking is accessible, also while something is missing', async ({
      page,
      server,
    }) => {
      test.slow();
      const email = `axe-move-${width}@customer.example`;
      const bookingDate = localDate(width === 390 ? 65 : 66);
      const booking = await createBooking(server.origin, { bookingDate, email });
      await payBooking(server.origin, booking);
      await verifyPayment(server.origin, booking.bookingId);
      await signUp(page, server.origin, email);
      await page.getByRole('link', { name: 'Reschedule' }).click();
      await expect(page.getByText('Choose a day to see its times.')).toBeVisible();
      await check(page, 'reschedule');
      await page.getByRole('button', { name: 'Confirm New Time' }).press('Enter');
      await expect(page.getByText('Incomplete').first()).toBeVisible();
      await check(page, 'reschedule without a time');
      await page.getByRole('button', { name: 'Show the first open day' }).press('Enter');
      await page.getByRole('radio').first().press('Space');
      await check(page, 'reschedule with a time');
    });

    test('every page anyone can open is accessible', async ({ page }) => {
      for (const path of ['/', '/schedule', '/my-bookings']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await check(page, path);
      }
    });
  });
}

test('A booking can be made from the keyboard up to the details', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Select Basic Wash' }).press('Enter');
  await page.getByRole('button', { name: 'Schedule Now' }).press('Enter');
  await expect(page).toHaveURL(/\/schedule$/);
  await page.getByRole('button', { name: 'Next month' }).press('Enter');
  await page.getByRole('gridcell').getByRole('button', { disabled: false }).first().press('Enter');
  const first = page
    .getByRole('group', { name: /^Times on/ })
    .getByRole('radio')
    .first();
  await first.press('Space');
  await expect(first).toBeChecked();
  await expect(page.getByLabel('Full Name')).toBeVisible();
});
