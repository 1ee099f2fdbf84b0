import { expect, test } from './fixtures/test.ts';

test('the description of a photo comes over it when it is pointed at', async ({ page }) => {
  // The wall is the test's own, so nothing has to be stored for it.
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
