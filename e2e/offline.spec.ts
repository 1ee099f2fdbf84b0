import type { Page } from '@playwright/test';
import { chooseService, fillDetails, pickTime } from './fixtures/booking-journey.ts';
import { expect, test } from './fixtures/test.ts';

// Other tests block service workers, so that they can see and change requests.
test.use({ serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

/** Waits until the offline page is cached. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });

test('the offline page appears without a network and reloads when the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await settled(page);
  await context.setOffline(true);
  await page.goto('/gallery');
  const word = page.getByRole('heading', { name: 'You are offline.' });
  await expect(word).toHaveCSS('font-family', /Archivo Variable/);
  expect(await page.evaluate(() => document.fonts.check('1rem "Archivo Variable"'))).toBe(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(word).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
  expect(page.url()).toMatch(/\/gallery$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a booking without a network is told across the bar, until the network is back', async ({
    page,
    context,
  }) => {
    await chooseService(page, 'Basic Wash', 'Sedan');
    await pickTime(page);
    await fillDetails(page, { email: 'offline@customer.example' });
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'We could not reach the server' });
    await expect(notice).toBeInViewport({ ratio: 1 });
    const widths = await notice.evaluate((one) => {
      const bar = one.closest('.phone-bar');
      if (!bar) return null;
      const { paddingLeft, paddingRight } = getComputedStyle(bar);
      const inner = bar.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return { notice: one.getBoundingClientRect().width, bar: inner };
    });
    expect(widths?.notice).toBe(widths?.bar);
    await context.setOffline(false);
    await expect(notice).toBeHidden();
  });
});

test('a browser stores only the offline page: no other page, no answer, no token', async ({
  page,
}) => {
  await page.goto('/');
  await settled(page);
  for (const path of ['/reviews', '/my-bookings?booking_id=0b8f0f0e-0000-4000-8000-000000000000']) {
    await page.goto(path);
    await page.locator('h1').waitFor();
  }
  expect((await keptAddresses(page)).sort()).toEqual([
    expect.stringMatching(/^\/assets\/archivo-latin-.*\.woff2$/),
    expect.stringMatching(/^\/assets\/index-.*\.css$/),
    '/offline.html',
    '/offline.js',
  ]);
});

test(
  'an inquiry that cannot be sent without a network keeps its text',
  { tag: '@full' },
  async ({ page, context }) => {
    await page.goto('/contact');
    await settled(page);
    const typed = 'Could you come to the yard behind the barn?';
    await page.getByLabel('Full Name').fill('Robin Marsh');
    await page.getByLabel('Email Address').fill('robin@customer.example');
    await page.getByLabel('Subject').fill('A tractor');
    await page.getByLabel('Message').fill(typed);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send Inquiry' }).click();
    await expect(page.getByText('Could not send your inquiry.').first()).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue(typed);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.getByLabel('Message')).toHaveValue(typed);
  },
);
