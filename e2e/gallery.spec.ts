import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures/test.ts';

/** A photo like a camera's file, drawn here. */
async function png(name: string, width: number, height: number) {
  const background = { r: 18, g: 56, b: 45 };
  const picture = sharp({ create: { width, height, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() };
}

async function logInAsAdministrator(page: Page) {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill('info@lustre.example');
  await page.getByLabel(/^Password/).fill('a password for tests');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible();
}

async function choosePhoto(page: Page, file: Awaited<ReturnType<typeof png>>) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Photos' }).click();
  await (await chooser).setFiles(file);
}

const photos = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('img');

async function upload(page: Page, file: Awaited<ReturnType<typeof png>>) {
  await choosePhoto(page, file);
  await expect(page.getByText('Photo uploaded successfully.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Photos' })).toBeEnabled();
}

/** Deletes the first photos until only that many are left. */
async function deleteFirst(page: Page, left: number) {
  await page
    .getByRole('button', { name: /^Delete photo/ })
    .first()
    .click();
  const question = page.getByRole('alertdialog', { name: 'Delete this photo?' });
  // The screen removes it at once; other visitors see that after the server has.
  const done = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'DELETE' && answer.url().includes('/rest/v1/gallery_photos'),
  );
  await question.getByRole('button', { name: 'Delete photo' }).click();
  await done;
  await expect(page.getByText('Photo deleted.').first()).toBeVisible();
  await expect(photos(page)).toHaveCount(left);
}

/** The page that the server keeps is made again a moment later: only then has the next visitor nothing to miss. */
async function expectNoPhotosSent(page: Page) {
  await expect
    .poll(async () => (await page.request.get('/gallery')).text(), 'the page as it is sent')
    .toContain('Our Gallery is Getting Ready!');
}

async function asVisitor(browser: Browser, origin: string, device: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: origin, ...device });
  const page = await context.newPage();
  await page.goto('/gallery');
  return page;
}

test('the administrator uploads photos, a visitor opens them by keyboard, and the administrator deletes them', async ({
  page,
  browser,
  server,
}) => {
  await logInAsAdministrator(page);
  await page.goto('/gallery');
  await upload(page, await png('landscape.png', 900, 600));
  await upload(page, await png('portrait.png', 600, 900));
  await expect(photos(page).first(), 'the newest is on top').toHaveAttribute('height', '900');
  await expect(photos(page)).toHaveCount(2);

  const visitor = await asVisitor(browser, server.origin);
  const first = photos(visitor).first();
  await expect(first).toHaveAttribute('alt', 'A beautifully cleaned car');
  await expect
    .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const source = await first.evaluate((image: HTMLImageElement) => image.currentSrc);
  const answer = await visitor.request.get(source);
  expect(answer.headers()['content-type']).toBe('image/webp');

  await visitor.getByRole('button', { name: /photo 1 of 2/ }).press('Enter');
  const box = visitor.getByRole('dialog');
  await expect(box).toContainText('1 of 2');
  await expect(box).toContainText('A beautifully cleaned car');
  await visitor.keyboard.press('ArrowRight');
  await expect(box).toContainText('2 of 2');
  await visitor.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(visitor.getByRole('button', { name: /photo 2 of 2/ })).toBeFocused();
  await expect(visitor).toHaveURL(/\/gallery$/);

  await deleteFirst(page, 1);
  await deleteFirst(page, 0);
  await expectNoPhotosSent(page);
  await visitor.reload();
  await expect(visitor.getByText('Our Gallery is Getting Ready!')).toBeVisible();
  expect((await visitor.request.get(source)).status(), 'its file is gone too').not.toBe(200);
  await visitor.context().close();
});

test('the administrator describes a photo in the admin area, and visitors read it [S2.82]', async ({
  page,
  browser,
  server,
}) => {
  await logInAsAdministrator(page);
  const areas = page.getByRole('navigation', { name: 'Administration' });
  await areas.getByRole('button', { name: 'Website' }).click();
  await areas.getByText('Gallery').click();
  await upload(page, await png('engine.png', 900, 600));
  await page.getByRole('button', { name: /^Edit the description/ }).click();
  await page.getByLabel('Description').fill('An engine bay, degreased');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Description saved.').first()).toBeVisible();

  const visitor = await asVisitor(browser, server.origin);
  const tile = visitor.getByRole('button', { name: /^An engine bay, degreased/ });
  const caption = visitor.getByText('An engine bay, degreased').locator('..');
  await expect(caption, 'untouched').toHaveCSS('opacity', '0');
  await tile.hover();
  await expect(caption, 'pointed at').toHaveCSS('opacity', '1');
  await visitor.getByRole('heading', { level: 1 }).hover();
  await expect(caption).toHaveCSS('opacity', '0');
  await tile.press('Shift');
  await expect(caption, 'focused').toHaveCSS('opacity', '1');
  await visitor.context().close();

  const phone = await asVisitor(browser, server.origin, { hasTouch: true, isMobile: true });
  const words = phone.getByText('An engine bay, degreased').locator('..');
  await expect(words, 'on a touch screen').toHaveCSS('opacity', '1');
  await phone.context().close();

  await upload(page, await png('mud.png', 900, 600));
  const engine = page.getByRole('article', { name: 'An engine bay, degreased' });
  await engine.getByRole('button', { name: 'Pair with before photo' }).click();
  await page.getByRole('button', { name: 'Pair with: A beautifully cleaned car' }).click();
  await expect(page.getByText('Pair saved').first()).toBeVisible();
  const guest = await asVisitor(browser, server.origin);
  const slider = guest.getByRole('slider', { name: 'Before and after: An engine bay, degreased' });
  await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '55% before, 45% after');
  await guest.context().close();

  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: /^Delete photo/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete photo' }).click();
    await expect(page.getByRole('article')).toHaveCount(left);
  }
  await expect(page.getByText('Our Gallery is Getting Ready!')).toBeVisible();
  await expectNoPhotosSent(page);
});

test.describe('A file that is not a photo', () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });

  test(
    'the storage refuses a file that is not a photo, in its own words',
    { tag: '@full' },
    async ({ page }) => {
      await logInAsAdministrator(page);
      await page.goto('/gallery');
      const buffer = Buffer.from('<script>alert(1)</script>');
      await choosePhoto(page, { name: 'car.jpg', mimeType: 'image/jpeg', buffer });
      await expect(page.getByText('Upload Failed').first()).toBeVisible();
      await expect(page.getByText(/This file is not a photo/).first()).toBeVisible();
      await expect(page.getByText('Our Gallery is Getting Ready!')).toBeVisible();
    },
  );
});
