import { expect, test } from './fixtures/test.ts';

test.use({ expectedErrors: [/404|dynamically imported/] });

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
