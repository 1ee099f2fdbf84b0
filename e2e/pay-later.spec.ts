import type { Page } from '@playwright/test';
import {
  bookUpToPayment,
  deposit,
  expectConfirmed,
  payByCard,
  restOnSite,
} from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/test.ts';

/** From the checkout to the page that plays the provider's own. */
async function leaveFor(page: Page, provider: string, amount: string) {
  await page.getByRole('radio', { name: provider }).check();
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
  await expect(page.getByRole('heading', { name: `Pay ${amount} with ${provider}` })).toBeVisible();
}

test('a payment approved by Klarna confirms the booking, with its address and amounts [S1.4]', async ({
  page,
  server,
}) => {
  const email = 'later-approved@customer.example';
  await bookUpToPayment(page, { email });
  await leaveFor(page, 'Klarna', deposit);
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expectConfirmed(page);
  await expect(page).not.toHaveURL(/secret/);
  const summary = page.getByRole('region', { name: 'Your booking' });
  await expect(summary.getByText('12 King Street')).toBeVisible();
  await expect(summary.getByText(deposit)).toBeVisible();
  await expect(summary.getByText(restOnSite())).toBeVisible();
  await receivedMail(server.origin, email, /confirmed|booked|appointment/i);

  await page.reload();
  await expect(summary.getByText('12 King Street')).toBeVisible();
  await expect(page.getByText('Booking Confirmed!')).toHaveCount(0);
});

test(
  'a payment declined by Afterpay leads back to the checkout, where a card pays [S1.4]',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await bookUpToPayment(page, { email: 'later-declined@customer.example' });
    await page.getByLabel('Same as service address').uncheck();
    await page.getByLabel('Street Address').fill('99 Billing Road');
    await leaveFor(page, 'Afterpay', deposit);
    await page.getByRole('button', { name: 'Decline payment' }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    const alert = page.getByRole('alert').filter({ hasText: 'Afterpay declined the payment.' });
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(page.locator(':focus')).toContainText('Nothing was charged.');
    await expect(page.getByRole('timer')).toContainText('We are holding');
    await expect(page.getByLabel('Street Address')).toHaveValue('99 Billing Road');

    await page.getByRole('radio', { name: 'Card' }).check();
    await payByCard(page, deposit);
    await expectConfirmed(page);
  },
);

test(
  'a customer who goes back from the provider finds the checkout unchanged and can pay',
  { tag: '@full' },
  async ({ page }) => {
    await bookUpToPayment(page, { email: 'later-back@customer.example' });
    await leaveFor(page, 'Affirm', deposit);
    await page.goBack();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(page.getByRole('radio', { name: 'Affirm' })).toBeChecked();
    await page.getByRole('radio', { name: 'Card' }).check();
    await payByCard(page, deposit);
    await expectConfirmed(page);
  },
);

test(
  'an approved payment settles even if the customer never returns',
  { tag: '@full' },
  async ({ page, server, expectedErrors }) => {
    const email = 'later-gone@customer.example';
    await bookUpToPayment(page, { email });
    await leaveFor(page, 'Klarna', deposit);
    expectedErrors.push(/ERR_FAILED/);
    await page.route('**/booking-confirmation**', (route) => route.abort());
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await receivedMail(server.origin, email, /confirmed|booked|appointment/i);
  },
);

test('a guest finds an unpaid booking by its id and email address and pays for it', async ({
  page,
}) => {
  const email = 'later-pay-now@customer.example';
  const answer = page.waitForResponse('**/functions/v1/create-booking');
  await bookUpToPayment(page, { email });
  const { bookingId } = (await (await answer).json()) as { bookingId: string };
  await page.goto('/my-bookings');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Booking ID').fill(bookingId);
  await page.getByRole('button', { name: 'Find Booking' }).click();
  const card = page.getByRole('article', { name: 'Basic Wash' });
  await expect(card).toContainText('12 King Street, Caledon, ON L7C 1A1');
  await expect(card).toContainText('We hold your time until');
  await card.getByRole('link', { name: `Pay now: ${deposit}` }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await payByCard(page, deposit);
  await expectConfirmed(page);
});
