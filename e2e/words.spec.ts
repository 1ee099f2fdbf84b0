import { expect, test } from './fixtures/test.ts';

test('a visitor sends an inquiry to the business [S1.12, S6.2]', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page.getByText('Missing Fields', { exact: true }).first()).toBeVisible();

  await page.getByLabel('Full Name').fill('Robin Marsh');
  await page.getByLabel('Email Address').fill('robin@customer.example');
  await page.getByLabel('Subject').fill('Two cars at once');
  await page.getByLabel('Message').fill('Can you do both on one morning?');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page.getByText('Inquiry Sent!').first()).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('a review is not public before its approval [S4.21, S6.3, S6.21]', async ({ page }) => {
  await page.goto('/reviews');
  await page.getByRole('link', { name: 'Leave a Review' }).click();
  await expect(page.getByRole('heading', { name: 'Leave a Review' })).toBeVisible();
  await page.getByLabel('4 stars').check();
  await page.getByLabel('Your Name').fill('Robin Marsh');
  await page.getByLabel('Your Review').fill('Like new, and on time.');
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(
    page.getByText('Your review has been submitted for approval.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/reviews$/);
  // A missing review proves something only after the reviews have loaded.
  const reviews = page.getByRole('main').getByRole('article');
  await expect(reviews.first().or(page.getByText('No reviews yet.'))).toBeVisible();
  await expect(page.getByText('Like new, and on time.')).toHaveCount(0);
});

test('an empty gallery says that photos are coming', async ({ page }) => {
  await page.goto('/gallery');
  await expect(page.getByText('Our Gallery is Getting Ready!')).toBeVisible();
});
