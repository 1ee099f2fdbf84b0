import { expect, test } from './fixtures/test.ts';

test.use({ expectedErrors: [/404|dynamically imported|ERR_FAILED/] });

test('a page whose scripts cannot be loaded says so, and can be loaded again', async ({ page }) => {
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.goto('/admin');
  const words = page.getByText('This page hasn’t loaded yet.');
  await expect(words).toBeHidden();
  await expect(words).toBeVisible();
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

test('a form stays filled in when the chat reloads the page for its file', async ({ page }) => {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.route('**/assets/chat-window-*.js', async (route) => {
    if (loads > 1) await route.continue();
    else await route.fulfill({ status: 404, body: 'Not found' });
  });
  await page.goto('/contact');
  await page.getByLabel('Full Name').fill('Rowan Reload');
  await page.getByLabel('Message').fill('Do you clean boats?');
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await expect(page.getByRole('dialog')).toContainText('Hi');
  await expect(page.getByLabel('Full Name')).toHaveValue('Rowan Reload');
  await expect(page.getByLabel('Message', { exact: false }).first()).toHaveValue(
    'Do you clean boats?',
  );
  await expect(page.getByText('check your connection')).toBeHidden();
  expect(loads).toBe(2);
});
