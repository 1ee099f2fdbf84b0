import { bookUpToPayment, chooseService, openDays } from './fixtures/booking-journey.ts';
import { expect, test } from './fixtures/test.ts';

test('the phone menu has the same links as the desktop menu and closes on navigation [S2.23]', async ({
  page,
}) => {
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await page.goto('/contact');
  const names = ['Home', 'Gallery', 'Reviews', 'Contact', 'Login / Sign Up'];
  await expect(links).toHaveText(names);
  await page.setViewportSize({ width: 390, height: 664 });
  await expect(links).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(links).toHaveText(names);
  await links.filter({ hasText: 'Gallery' }).click();
  await expect(page).toHaveURL(/\/gallery$/);
  await expect(links).toHaveCount(0);
});

test("a photo's description appears over it on hover [S2.37]", async ({ page }) => {
  // The gallery's photos are faked, so nothing has to be stored.
  const photo = {
    id: 'one',
    image_url: '/favicon.svg',
    image_width: 600,
    image_height: 400,
    description: 'A clean engine bay',
    created_at: '2026-11-01T12:00:00Z',
  };
  await page.route('**/rest/v1/gallery_photos*', (route) => route.fulfill({ json: [photo] }));
  await page.goto('/gallery');
  const tile = page.getByRole('button', { name: /A clean engine bay/ });
  const caption = tile.getByText('A clean engine bay').locator('..');
  await expect(caption).toHaveCSS('opacity', '0');
  await tile.hover();
  await expect(caption).toHaveCSS('opacity', '1');
});

test('the month stands on one line between the buttons that turn it', async ({ page }) => {
  await chooseService(page, 'Basic Wash', 'Sedan');
  const box = async (name: 'Previous month' | 'Next month') =>
    (await page.getByRole('button', { name }).boundingBox()) ?? { x: NaN, y: NaN, height: NaN };
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const month = page.getByRole('status').filter({ hasText: /^[A-Z][a-z]+ 20\d\d$/ });
    const title = (await month.boundingBox()) ?? { x: NaN, y: NaN, height: NaN };
    const [previous, next] = [await box('Previous month'), await box('Next month')];
    expect(previous.x).toBeLessThan(title.x);
    expect(title.x).toBeLessThan(next.x);
    expect(title.height).toBeLessThan(next.height);
    expect(previous.y).toBe(next.y);
  }
});

test('the checkout shows the countdown once, and on a phone the card number without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await bookUpToPayment(page, { email: 'first-view@customer.example' });
  const bar = page.getByText(/^Held for \d/);
  const above = page.getByRole('timer');
  await expect(bar).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
  const top = (await bar.boundingBox())?.y ?? 0;
  for (const label of ['Card number', 'Expiry date', 'Security code']) {
    const field = await page.getByLabel(label).boundingBox();
    expect((field?.y ?? Infinity) + (field?.height ?? 0), label).toBeLessThan(top);
  }
  expect((await above.boundingBox())?.height).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(bar).toBeHidden();
  expect((await above.boundingBox())?.height).toBeGreaterThan(20);
});

test("on a phone the header's Book shows the packages, and a picked day's times stand above the bar", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/contact');
  await page.getByRole('link', { name: 'Book', exact: true }).click();
  const packages = page.locator('#packages-heading');
  await expect(packages).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('link', { name: 'Book', exact: true }).click();
  await expect(packages).toBeInViewport({ ratio: 1 });

  await chooseService(page, 'Basic Wash', 'Sedan');
  await page.getByRole('button', { name: 'Next month' }).click();
  const day = openDays(page).nth(3);
  await day.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await day.click();
  const bar = page.locator('.phone-bar');
  await expect
    .poll(async () => {
      const times = await page.getByRole('group', { name: /^Times on/ }).boundingBox();
      const edge = await bar.boundingBox();
      return times && edge ? edge.y - times.y - times.height : -1;
    })
    .toBeGreaterThanOrEqual(0);
});
