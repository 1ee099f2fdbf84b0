import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import { answerWith, fail, failedAnswer } from './fixtures/failing-backend.ts';
import { approveReviews, leaveReview, storePhoto } from './fixtures/review-api.ts';
import { changeRows, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

// The last one is shown for a screen that cannot be rendered.
const expectedErrors = [new RegExp(`${failedAnswer.source}|Invalid time value`)];

test.use({ reducedMotion: 'reduce', expectedErrors });

const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

test('home is accessible: with a package chosen, the menu open, the chat visible', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Chat with us' })).toBeVisible();
  await expectAccessible(page, 'home');
  await page.getByRole('button', { name: 'Select Premium Detailing' }).click();
  await said(page, 'Ready to Book?');
  await expectAccessible(page, 'home with a package');

  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectAccessible(page, 'the open menu', [390]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Chat with us' }).click();
  await page.getByRole('button', { name: 'What are your prices?' }).click();
  await said(page, 'Prices are plus tax.');
  await expectAccessible(page, 'the chat');
});

/** A page comes with its data; only navigation from another page requests them. */
async function comeFromContact(page: Page, name: string) {
  await page.goto('/contact');
  await expect(page.getByRole('button', { name: 'Chat with us' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

test('the gallery is accessible: empty, unavailable, with photos, in the light box', async ({
  page,
  server,
}) => {
  const isEmpty = await answerWith(page, 'gallery_photos', []);
  await page.goto('/gallery');
  await said(page, 'Our Gallery is Getting Ready!');
  await expectAccessible(page, 'the empty gallery');
  await isEmpty();
  const mend = await fail(page, '**/rest/v1/gallery_photos?*');
  await comeFromContact(page, 'Gallery');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page, 'the gallery out of reach');
  await mend();

  const owner = await signInByApi(server.origin);
  const body = ['sedan-green', 'suv-burgundy', 'sedan-wheel'].map((name) => ({
    image_url: `/demo/${name}.webp`,
    description: 'Hung for a check',
  }));
  for (const row of body)
    await changeRows(server.origin, owner, { method: 'POST', path: 'gallery_photos', body: row });
  try {
    await page.reload();
    await page.getByRole('button', { name: /open photo 2/i }).waitFor();
    await expectAccessible(page, 'the gallery');
    await page.getByRole('button', { name: /open photo 2/i }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'the light box');
  } finally {
    const path = 'gallery_photos?description=eq.Hung%20for%20a%20check';
    await changeRows(server.origin, owner, { method: 'DELETE', path });
  }
});

test('the reviews are accessible: none, unavailable, many, with a photo enlarged', async ({
  page,
  server,
}) => {
  const isEmpty = await answerWith(page, 'reviews', []);
  await page.goto('/reviews');
  await said(page, 'No reviews yet.');
  await expectAccessible(page, 'no reviews');
  const png = await page.screenshot();
  await isEmpty();
  const mend = await fail(page, '**/rest/v1/reviews?*');
  await comeFromContact(page, 'Reviews');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page, 'the reviews out of reach');
  await mend();

  const name = 'A Reader With A Lens';
  const photo = await storePhoto(server.origin, '1_lens.png', png);
  const comment = 'Looked at from near. '.repeat(60);
  await leaveReview(server.origin, { customer_name: name, comment, photo_url: photo });
  await leaveReview(server.origin, { customer_name: name, comment: 'Looked at from afar.' });
  await approveReviews(server.origin, 'Looked');
  await page.reload();
  await page.getByRole('button', { name: 'Read More' }).first().click();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: 'Customer reviews' })).toBeVisible();
  await expectAccessible(page, 'the reviews');
  await page.getByRole('button', { name: `Enlarge the photo by ${name}` }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'the photo of a review');
});

test('leaving a review is accessible: with mistakes, with a photo, and when it fails', async ({
  page,
}) => {
  await page.goto('/leave-review');
  await said(page, 'Welcome!');
  await expectAccessible(page, 'a review');
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await said(page, 'Please enter your name.');
  const photo = { name: 'car.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel('Add a Photo').setInputFiles(photo);
  await expect(page.getByRole('img', { name: 'Preview of your photo' })).toBeVisible();
  await expectAccessible(page, 'a review with mistakes and a photo');

  await page.getByRole('button', { name: 'Remove Photo' }).click();
  await fail(page, '**/rest/v1/reviews*');
  await page.getByLabel('Your Name').fill('Robin Marsh');
  await page.getByLabel('4 stars').check();
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await said(page, 'Submission Failed');
  await expectAccessible(page, 'a review that failed');
});

test('the contact form is accessible: with mistakes, when it fails, and after sending', async ({
  page,
}) => {
  await page.goto('/contact');
  await expectAccessible(page, 'contact');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await said(page, 'Missing Fields');
  await expectAccessible(page, 'contact with mistakes');

  await page.getByLabel('Full Name').fill('Robin Marsh');
  await page.getByLabel('Email Address').fill('robin.looks@customer.example');
  await page.getByLabel('Subject').fill('Headlights');
  await page.getByLabel('Message').fill('Can you polish them?');
  const mend = await fail(page, '**/rest/v1/inquiries*');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await said(page, 'Submission Failed');
  await expectAccessible(page, 'contact that failed');
  await mend();
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await said(page, 'Inquiry Sent!');
  await expectAccessible(page, 'contact that was sent');
});

test('the error pages are accessible', async ({ page }) => {
  await page.goto('/nowhere');
  await expectAccessible(page, 'not found');
  await page.goto('/schedule');
  await said(page, 'No Service Selected');
  await expectAccessible(page, 'no service selected');
  await page.goto('/checkout');
  await said(page, 'No booking information found.');
  await expectAccessible(page, 'home, having come without a booking');
  const broken = { id: '1', customer_name: 'Robin', rating: 5, created_at: 'never' };
  await answerWith(page, 'reviews', [broken]);
  await page.goto('/reviews');
  await said(page, 'Unexpected Application Error!');
  await expectAccessible(page, 'a page that broke');
});
