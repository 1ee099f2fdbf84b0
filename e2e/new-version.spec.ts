import { expect, test } from './fixtures/test.ts';

test.use({ expectedErrors: [/404|dynamically imported|ERR_FAILED/] });

test('a page whose scripts cannot be loaded says so, and can be loaded again', async ({ page }) => {
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.goto('/admin');
  const words = page.getByText('This page hasn’t loaded yet.');
  await expect(words).toBeHidden();
  await expect(words).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/assets/**/*.js');
  await page.getByRole('link', { name: 'load it again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(words).toBeHidden();
});

test('a page left open over a new version reloads and continues where it was', async ({ page }) => {
  let refusals = 0;
  await page.route('**/assets/schedule-*.js', async (route) => {
    refusals += 1;
    if (refusals > 1) await route.continue();
    else await route.fulfill({ status: 404, body: 'Not found' });
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Select Basic Wash' }).click();
  await page.getByRole('button', { name: 'Schedule Now' }).click();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  expect(refusals).toBeGreaterThan(1);
});
