import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { chooseService, pickTime } from './fixtures/booking-journey.ts';
import { expect, test } from './fixtures/test.ts';

const pages = [
  '/',
  '/gallery',
  '/reviews',
  '/leave-review',
  '/contact',
  '/privacy',
  '/login',
  '/my-bookings',
  '/nowhere',
];

const launcherOf = (page: Page) => page.getByRole('button', { name: 'Chat with us' });

/** Controls that the launcher covers, wholly or in part. */
async function covered(page: Page) {
  const launcher = launcherOf(page);
  await expect(launcher).toBeVisible();
  const corner = await launcher.boundingBox();
  if (!corner) throw new Error('The launcher is not on the screen');
  return page
    .locator('a, button, input, select, textarea, label')
    .evaluateAll((controls, { x, y, width, height }) => {
      const isUnder = ({ left, right, top, bottom }: DOMRect) =>
        left < x + width && right > x && top < y + height && bottom > y;
      return controls
        .filter((one) => !one.closest('.chat-corner') && isUnder(one.getBoundingClientRect()))
        .map((one) => one.textContent);
    }, corner);
}

const scrollTo = (page: Page, y: number) =>
  page.evaluate((top) => {
    window.scrollTo(0, top);
  }, y);

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test(
    'in landscape the window fits the screen and its messages scroll',
    { tag: '@full' },
    async ({ page }) => {
      await page.goto('/');
      await launcherOf(page).press('Enter');
      const chat = page.getByRole('dialog', { name: 'Ask Lustre' });
      await expect(chat.getByRole('button', { name: 'Close chat' })).toBeInViewport({ ratio: 1 });
      await expect(chat.getByRole('heading', { name: 'Ask Lustre' })).toBeInViewport({ ratio: 1 });
      await expect(chat.getByRole('textbox')).toBeInViewport({ ratio: 1 });
      const log = await chat.getByRole('log').boundingBox();
      expect(log?.height).toBeGreaterThan(60);
    },
  );
});

test('the chat answers a question and keeps its conversation on other pages', async ({ page }) => {
  await page.goto('/');
  await launcherOf(page).press('Enter');
  const chat = page.getByRole('dialog', { name: 'Ask Lustre' });
  await expect(chat.getByRole('log')).toContainText('Hi! Welcome');
  await page.keyboard.type('When are you open?');
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('log')).toContainText('9 AM to 6 PM, with slots every 3 hours');
  await page.keyboard.type('show me reviews');
  await page.keyboard.press('Enter');
  await chat.getByRole('link', { name: 'Read reviews' }).click();
  await expect(page).toHaveURL(/\/reviews$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(chat.getByRole('log')).toContainText('show me reviews');
  await expectAccessible(page, 'the reviews beside the chat');
  await page.keyboard.press('Escape');
  await expect(launcherOf(page)).toBeFocused();
});

test('a booking has the chat in the menu, and nothing over its times [S1.17]', async ({
  page,
  server,
}) => {
  const booking = await createBooking(server.origin, { bookingDate: freeDay() });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  const corner = page.locator('.chat-corner');
  const chat = page.getByRole('dialog', { name: 'Ask Lustre' });
  for (const path of ['/schedule', `/booking-confirmation?booking_id=${booking.bookingId}`]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    await launcherOf(page).press('Enter');
    await expect(chat.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(launcherOf(page)).toBeFocused();
    await expect(corner).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(launcherOf(page)).toBeHidden();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await launcherOf(page).click();
    await chat.getByRole('button', { name: 'Close chat' }).click();
    await expect(menu).toBeFocused();
    await expect(corner).toBeHidden();
  }
});

/** The words and controls that the launcher lies over on the way down the page, and how often it is seen. */
async function overlaidBelow(page: Page) {
  await launcherOf(page).waitFor({ state: 'attached' });
  return page.locator('.chat-corner').evaluate(async (corner) => {
    const frame = () => new Promise(requestAnimationFrame);
    const settled = async () => {
      for (let round = 0; round < 3; round += 1) {
        await frame();
        await new Promise((resolve) => setTimeout(resolve));
        await Promise.allSettled(corner.getAnimations().map(({ finished }) => finished));
      }
    };
    const range = document.createRange();
    const linesOf = (node: Node) => {
      range.selectNodeContents(node);
      return Array.from(range.getClientRects());
    };
    const overlaid = new Set<string>();
    let timesSeen = 0;
    for (let y = 0; y < document.documentElement.scrollHeight; y += 90) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await settled();
      if (!corner.checkVisibility({ visibilityProperty: true })) continue;
      timesSeen += 1;
      const box = corner.getBoundingClientRect();
      const isUnder = ({ left, right, top, bottom }: DOMRect) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!corner.contains(text) && linesOf(text).some(isUnder)) {
          overlaid.add(`${text.textContent} at ${y}`);
        }
      }
      for (const one of document.querySelectorAll('button, input, select, textarea, summary')) {
        if (!corner.contains(one) && isUnder(one.getBoundingClientRect())) {
          overlaid.add(`${one.outerHTML.slice(0, 80)} at ${y}`);
        }
      }
    }
    const lowest = corner.checkVisibility({ visibilityProperty: true });
    return { overlaid: [...overlaid], isSeenAtTheEnd: lowest, isSeen: timesSeen > 0 };
  });
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  test(`the chat lies over no words and no control, ${size.width} pixels wide [S1.17]`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    for (const path of ['/', '/gallery', '/reviews', '/contact', '/privacy', '/login']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await overlaidBelow(page), path).toEqual({
        overlaid: [],
        isSeenAtTheEnd: true,
        isSeen: true,
      });
    }
  });
}

for (const width of process.env['TEST_FULL'] === '1' ? [320, 390] : [320]) {
  test.describe(`On a phone ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 780 }, reducedMotion: 'reduce' });

    test('the chat is on every page and covers no control at the end of a page [S1.17]', async ({
      page,
    }) => {
      for (const path of pages) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await scrollTo(page, 1e6);
        await expect.poll(() => covered(page), { message: path }).toEqual([]);
      }
    });

    test('the chat makes way for bars and buttons', { tag: '@full' }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Select Premium Detailing' }).click();
      await expect(page.getByRole('button', { name: 'Schedule Now' })).toBeInViewport();
      await expect(launcherOf(page)).toBeHidden();

      await chooseService(page, 'Premium Detailing', 'Sedan');
      await pickTime(page);
      const submit = page.getByRole('button', { name: 'Continue to Payment' });
      await submit.evaluate((button) => button.scrollIntoView({ block: 'end' }));
      await expect(launcherOf(page)).toBeHidden();
    });

    test('the chat window fits the screen', { tag: '@full' }, async ({ page }) => {
      await page.goto('/');
      await launcherOf(page).click();
      await page.getByRole('button', { name: 'What are your prices?' }).click();
      await expect(page.getByRole('log')).toContainText('Prices are plus tax.');
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}
