import type { Page } from '@playwright/test';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

// With motion: what is on its way is where it should not stay.
test.use({ viewport: { width: 390, height: 780 }, reducedMotion: 'no-preference' });

/** Controls, or the focus, under the visible toast. */
function coveredBy(page: Page, title: string) {
  const toast = page.locator('.toast', { hasText: title });
  return toast.evaluate((element) => {
    const place = element.getBoundingClientRect();
    const pressed = 'a[href], button, summary, label:has(input), :focus, [data-keep-clear]';
    const isUnder = (one: Element) => {
      const box = one.getBoundingClientRect();
      const isBeside = box.right > place.left && box.left < place.right && box.width > 0;
      return isBeside && box.bottom > place.top && box.top < place.bottom && box.height <= 128;
    };
    return Array.from(document.querySelectorAll(pressed))
      .filter((one) => !element.contains(one) && !one.closest('[aria-hidden=true]'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && isUnder(one))
      .map((one) => one.textContent || one.outerHTML.slice(0, 80));
  });
}

/** The toast and the chat's launcher settle at slightly different moments after the page has scrolled. */
const expectNothingUnder = (page: Page, title: string) =>
  expect.poll(() => coveredBy(page, title), title).toEqual([]);

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('a toast covers no control on a small screen [S4.30]', async ({ page, server }) => {
  await page.goto('/login');
  await press(page, 'Sign In');
  await expectNothingUnder(page, 'Sign in Failed');

  await page.goto('/contact');
  await press(page, 'Send Inquiry');
  await expectNothingUnder(page, 'Missing Fields');

  await page.goto('/leave-review');
  await press(page, 'Submit Review');
  await expectNothingUnder(page, 'Missing Rating');

  const email = 'toasted@customer.example';
  const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  await page.goto(`/my-bookings?booking_id=${booking.bookingId}`);
  await page.getByLabel('Email Address').fill('nobody@customer.example');
  await page.getByLabel('Booking ID').fill('7d1f0c5e-4b7e-4a55-9a54-0b8c5f1f2a10');
  await page.getByRole('button', { name: /find/i }).click();
  await expectNothingUnder(page, 'Not Found');
});

/** The lines of text under the visible toast. */
const wordsUnder = (page: Page, title: string) =>
  page.locator('.toast', { hasText: title }).evaluate((toast) => {
    const place = toast.getBoundingClientRect();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const under: string[] = [];
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const around = text.parentElement;
      if (toast.contains(text) || !around?.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(text);
      const isUnder = Array.from(range.getClientRects()).some(
        (line) =>
          line.width > 1 &&
          line.right > place.left &&
          line.left < place.right &&
          line.bottom > place.top &&
          line.top < place.bottom,
      );
      if (isUnder) under.push(text.textContent ?? '');
    }
    return under;
  });

test('a toast covers at most one line of words on a full phone screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await press(page, 'Send Inquiry');
  await expect
    .poll(async () => (await wordsUnder(page, 'Missing Fields')).length)
    .toBeLessThanOrEqual(1);
  await page.goto('/login');
  await press(page, 'Sign In');
  await expect
    .poll(async () => (await wordsUnder(page, 'Sign in Failed')).length)
    .toBeLessThanOrEqual(1);
});

test.describe('over a dialog', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a toast leaves a dialog's buttons free [S4.30]", async ({ page, server }) => {
    const email = 'toasted-question@customer.example';
    const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
    await payBooking(server.origin, booking);
    await verifyPayment(server.origin, booking.bookingId);
    await page.goto(`/my-bookings?booking_id=${booking.bookingId}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
    await page.route('**/functions/v1/cancel-booking', (route) => route.abort());
    await question.getByRole('button', { name: 'Cancel booking' }).click();
    await expectNothingUnder(page, 'Cancellation Failed');
  });
});

test("a toast stays clear of the administration's bar [S4.30]", async ({ page, server }) => {
  await resume(page, await signInByApi(server.origin));
  await page.goto('/admin/templates/new');
  await press(page, 'Save Template');
  await expectNothingUnder(page, 'Save Failed');
});
