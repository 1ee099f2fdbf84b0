import type { Page } from '@playwright/test';
import { approveReviews, leaveReview } from './fixtures/review-api.ts';
import { expect, test } from './fixtures/test.ts';

const pages = [
  { path: '/', heading: /Showroom finish/ },
  { path: '/gallery', heading: 'Gallery' },
  { path: '/reviews', heading: 'Reviews' },
  { path: '/contact', heading: 'Contact' },
  { path: '/privacy', heading: 'Privacy policy' },
  { path: '/terms', heading: 'Terms of service' },
  { path: '/cancellation', heading: 'Cancellation policy' },
  { path: '/login', heading: 'Sign In' },
];

/** Remembers the document's first heading and footer, and adds up layout shifts. */
const watchFromTheStart = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { first?: (Element | null)[]; moved: number };
    seen.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver((_changes, observer) => {
      const first = [document.querySelector('h1'), document.querySelector('footer')];
      if (first.includes(null)) return;
      seen.first = first;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });

const sinceTheStart = (page: Page) =>
  page.evaluate(() => {
    const { first = [null], moved } = window as unknown as { first?: Element[]; moved: number };
    const now = [document.querySelector('h1'), document.querySelector('footer')];
    return { isSame: now.every((element, index) => element === first[index]), moved };
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page shows its content and links without JavaScript, and says which parts need it', async ({
    page,
  }) => {
    for (const { path, heading } of pages) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // The notice comes first, with the ways that work without JavaScript.
      const booking = page.getByRole('link', { name: 'bookings@lustre.example' });
      await expect(booking.first()).toBeVisible();
    }
    // Without the app, the browser would submit the form, with the password in the address.
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('link', { name: 'Gallery' }).click();
    await expect(page).toHaveURL(/\/gallery$/);
    expect((await page.goto('/gallery/no-such-thing'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});

for (const { path, heading } of pages) {
  test(`${path} hydrates without rebuilding an element or shifting the layout`, async ({
    page,
  }) => {
    await watchFromTheStart(page);
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Chat with us' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const { isSame, moved } = await sinceTheStart(page);
    expect(isSame).toBe(true);
    expect(moved).toBeLessThanOrEqual(0.02);
  });
}

test('a page that brings no business, as on a static host, asks the backend for it', async ({
  page,
}) => {
  const failures: Error[] = [];
  page.on('pageerror', (failure) => failures.push(failure));
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<script[^>]* id="page-data">.*?<\/script>/s, '');
    return route.fulfill({ response: answer, body });
  });
  for (const path of ['/my-bookings', '/checkout']) {
    const asked = page.waitForRequest('**/rest/v1/rpc/published_business');
    await page.goto(path);
    await asked;
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
  expect(failures).toEqual([]);
});

test('a short page does not shift when reviews load above its footer', async ({ page, server }) => {
  await leaveReview(server.origin, {
    customer_name: 'A Lost Visitor',
    comment: 'Lost, but clean.',
  });
  await approveReviews(server.origin, 'Lost');
  // Where the footer is just visible.
  await page.setViewportSize({ width: 412, height: 823 });
  await watchFromTheStart(page);
  for (const path of ['/no-such-thing', '/gallery']) {
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Customer reviews' })).toBeAttached();
    await page.waitForLoadState('networkidle');
    const { isSame, moved } = await sinceTheStart(page);
    expect(isSame, path).toBe(true);
    expect(moved, path).toBeLessThanOrEqual(0.02);
  }
});

test('an approved review is in the page itself, as text only', async ({
  page,
  server,
  request,
}) => {
  const comment = `Clean </script><script>document.title = 'taken'</script><!-- \u2028 $&`;
  await leaveReview(server.origin, { customer_name: 'Mallory', comment });
  const html = async () => (await request.get('/reviews')).text();
  expect(await html()).not.toContain('Mallory');
  await approveReviews(server.origin, 'Clean');
  await expect.poll(html).toContain('Mallory');
  expect(await html()).not.toContain('<script>document');
  await expect
    .poll(async () => (await request.get('/')).text())
    .toContain('"@type":"AggregateRating"');
  await page.goto('/reviews');
  await expect(page.getByText(comment).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page).not.toHaveTitle('taken');
});

test('a visitor who has used the first coupon never sees the offer, and the layout does not shift', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('newCustomerCouponUsed', 'true'));
  await watchFromTheStart(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('First time here?')).toBeHidden();
  expect((await sinceTheStart(page)).moved).toBeLessThanOrEqual(0.02);
});

test('the prerendered login shows an expired email link, too', async ({ page }) => {
  await page.goto('/login#error=access_denied&error_code=otp_expired');
  await expect(
    page.getByText('This link is out of date. Nothing changed. Sign in or request a new email.'),
  ).toBeVisible();
});

test('a press or choice before hydration is not lost', async ({ page }) => {
  let letScriptsCome = () => {};
  const mayScriptsCome = new Promise<void>((resolve) => (letScriptsCome = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await mayScriptsCome;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByText('SUV / Compact SUV', { exact: true }).click();
  await page.getByRole('button', { name: 'Select Basic Wash' }).click();
  await expect(page.getByText('Ready to Book?')).toBeHidden();
  letScriptsCome();
  await expect(page.getByText('Ready to Book?')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'SUV / Compact SUV' })).toBeChecked();
  await expect(page.getByText('$85.00').first()).toBeVisible();
});
