import type { Page } from '@playwright/test';
import { createBooking, freeDay } from './fixtures/booking-api.ts';
import { approveReviews, leaveReview, storePhoto } from './fixtures/review-api.ts';
import { expect, test } from './fixtures/test.ts';

/** Opens the page on a slow device, and goes on before the app has taken the page over. */
async function arriveOnSlowDevice(page: Page, address: string) {
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  let letScriptsCome = () => {};
  const mayScriptsCome = new Promise<void>((resolve) => (letScriptsCome = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await mayScriptsCome;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  return { letScriptsCome };
}

test('a click or key on a slow device before the app runs is acted on, on every public page', async ({
  page,
  server,
}) => {
  test.slow();
  const name = 'Early Riser';
  const comment = `Early. ${'A long story about a car. '.repeat(20)}`;
  await page.goto('/');
  const photo = await storePhoto(server.origin, '1_early.png', await page.screenshot());
  await leaveReview(server.origin, { customer_name: name, comment, photo_url: photo });
  await approveReviews(server.origin, 'Early');
  await expect
    .poll(async () => (await page.request.get('/reviews')).text(), 'the page with the review')
    .toContain(name);

  const review = page.getByRole('article', { name: `Review by ${name}` });
  const cases = [
    {
      address: '/',
      press: () => page.getByRole('heading', { name: 'Basic Wash' }).click(),
      outcome: page.getByText('Ready to Book?'),
    },
    {
      address: '/',
      press: () => page.getByRole('button', { name: 'Menu' }).press('Enter'),
      outcome: page.getByRole('navigation', { name: 'Main' }),
    },
    {
      address: '/no-such-thing',
      press: () => page.getByRole('button', { name: 'Menu' }).press('Space'),
      outcome: page.getByRole('navigation', { name: 'Main' }),
    },
    {
      address: '/gallery',
      press: () => page.getByRole('button', { name: 'Menu' }).click(),
      outcome: page.getByRole('navigation', { name: 'Main' }),
    },
    {
      address: '/reviews',
      press: () => review.getByRole('button', { name: 'Enlarge the photo' }).press('Enter'),
      outcome: page.getByRole('dialog', { name: `Photo by ${name}` }),
    },
    {
      address: '/reviews',
      press: () => review.getByRole('button', { name: 'Read More' }).press('Space'),
      outcome: review.getByRole('button', { name: 'Show Less' }),
    },
    {
      address: '/contact',
      press: () => page.getByRole('button', { name: 'Send Inquiry' }).click(),
      outcome: page.getByText('Missing Fields').first(),
    },
    {
      address: '/login',
      press: () => page.getByRole('button', { name: 'Create an account' }).click(),
      outcome: page.getByRole('button', { name: 'Sign Up' }),
    },
  ];
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { address, press, outcome } of cases) {
    await test.step(address, async () => {
      const { letScriptsCome } = await arriveOnSlowDevice(page, address);
      await press();
      letScriptsCome();
      await expect(outcome).toBeVisible();
      await page.unrouteAll();
    });
  }
});

test('a form that is filled in and sent on a slow device before the app runs is sent once', async ({
  page,
}) => {
  const early = await arriveOnSlowDevice(page, '/login');
  await page.getByLabel('Email Address').fill('info@lustre.example');
  await page.getByLabel(/^Password/).fill('a password for tests');
  await page.getByLabel(/^Password/).press('Enter');
  await expect(page.getByLabel('Email Address')).toHaveValue('info@lustre.example');
  let signIns = 0;
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token?grant_type=password')) signIns += 1;
  });
  early.letScriptsCome();
  await expect(page).toHaveURL(/\/admin$/);
  expect(signIns).toBe(1);
});

test('text typed early stays on a login page that was opened by a mailed link', async ({
  page,
}) => {
  const early = await arriveOnSlowDevice(page, '/login?signup_success=true');
  await page.getByLabel('Email Address').fill('info@lustre.example');
  await page.getByLabel(/^Password/).fill('a password for tests');
  early.letScriptsCome();
  await expect(page.getByText('Almost there!').first()).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue('info@lustre.example');
  await expect(page.getByLabel(/^Password/)).toHaveValue('a password for tests');
  await page.getByLabel(/^Password/).press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
});

test('a photo opened early stays open on the reviews of one service', async ({ page, server }) => {
  const name = 'Only Basic';
  const { bookingId } = await createBooking(server.origin, { bookingDate: freeDay(), name });
  await page.goto('/');
  const photo = await storePhoto(server.origin, '1_basic.png', await page.screenshot());
  await leaveReview(server.origin, {
    customer_name: name,
    comment: 'Basic.',
    photo_url: photo,
    booking_id: bookingId,
  });
  await approveReviews(server.origin, 'Basic.');
  await expect
    .poll(async () => (await page.request.get('/reviews')).text(), 'the page with the review')
    .toContain(name);
  const { letScriptsCome } = await arriveOnSlowDevice(page, '/reviews?service=Basic+Wash');
  await page.getByRole('button', { name: `Enlarge the photo by ${name}` }).press('Enter');
  const filtered = page.waitForResponse((answer) => answer.url().includes('service_name=eq.Basic'));
  letScriptsCome();
  await (await filtered).finished();
  // Behind the dialog, so hidden.
  const chosen = page.getByRole('link', { name: /^Basic Wash \(/, includeHidden: true });
  await expect(chosen).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('dialog', { name: `Photo by ${name}` })).toBeVisible();
});
