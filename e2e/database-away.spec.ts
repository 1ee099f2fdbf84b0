import type { Page } from '@playwright/test';
import { chooseService, fillDetails, payDeposit, pickTime } from './fixtures/booking-journey.ts';
import { answer } from './fixtures/failing-backend.ts';
import { expect, test } from './fixtures/test.ts';

// The answers of the endpoints (docs/decisions/0026), which server tests check. Here the forms are tested.
const sentence = 'Our system is unavailable right now. Please try again in a minute.';
const away = (page: Page, endpoint: RegExp, body: object) => answer(page, endpoint, body, 503);
const awayFunction = { error: { code: 'database_away', message: sentence } };
const awayTable = { code: 'PGRST001', message: 'Database client error.', details: null };
const awayAccount = { code: 503, error_code: 'database_away', msg: sentence };

test.use({ expectedErrors: [/status of 503/] });

test('a booking keeps the typed values while the database is unavailable, and continues afterwards', async ({
  page,
}) => {
  await page.clock.install();
  await chooseService(page, 'Basic Wash', 'Sedan');
  await pickTime(page);
  await fillDetails(page, { email: 'patient@customer.example' });
  await page.getByRole('radio', { name: payDeposit }).check();
  let back = await away(page, /create-booking/, awayFunction);
  const send = page.getByRole('button', { name: 'Continue to Payment' });
  await send.click();
  await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Robin Marsh');
  await expect(page.getByLabel('Postal Code')).toHaveValue('L7C 1A1');
  await back();

  back = await away(page, /create-payment-intent/, awayFunction);
  await send.click();
  await expect(page.getByText(/card form will appear automatically/)).toBeVisible();
  await back();
  await page.clock.runFor(5_000);
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test(
  'inquiries, reviews and sign-ups keep the typed values while the database is unavailable',
  { tag: '@full' },
  async ({ page }) => {
    const typed = 'It stands in the yard behind the barn.';

    await page.goto('/contact');
    await page.getByLabel('Full Name').fill('Robin Marsh');
    await page.getByLabel('Email Address').fill('robin@customer.example');
    await page.getByLabel('Subject').fill('A tractor');
    await page.getByLabel('Message').fill(typed);
    let back = await away(page, /rest\/v1\/inquiries/, awayTable);
    const write = page.getByRole('button', { name: 'Send Inquiry' });
    await write.click();
    await expect(page.getByText('Could not send your inquiry.').first()).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue(typed);
    await back();
    await write.click();
    await expect(page.getByText('Inquiry Sent!').first()).toBeVisible();

    await page.goto('/leave-review');
    await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
    await page.getByLabel('Your Name').fill('Robin Marsh');
    await page.getByLabel('Your Review').fill(typed);
    back = await away(page, /rest\/v1\/reviews/, awayTable);
    const submit = page.getByRole('button', { name: 'Submit Review' });
    await submit.click();
    await expect(page.getByText(sentence).first()).toBeVisible();
    await expect(page.getByLabel('Your Review')).toHaveValue(typed);
    await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();
    await back();
    await submit.click();
    await expect(page.getByText(/submitted for approval/).first()).toBeVisible();

    await page.goto('/login');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Email Address').fill('new@customer.example');
    await page.getByLabel(/^Password/).fill('a good secret');
    back = await away(page, /auth\/v1\/signup/, awayAccount);
    const register = page.getByRole('button', { name: 'Sign Up', exact: true });
    await register.click();
    await expect(
      page.getByText('Something went wrong. Please try again in a minute.').first(),
    ).toBeVisible();
    await expect(page.getByLabel('Email Address')).toHaveValue('new@customer.example');
    await expect(page.getByLabel(/^Password/)).toHaveValue('a good secret');
    await back();
    await register.click();
    await expect(page.getByRole('heading', { name: 'Check your inbox.' })).toBeVisible();
  },
);
