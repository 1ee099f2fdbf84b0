import type { Page } from '@playwright/test';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

// With motion: what is on its way is where it should not stay.
test.use({ viewport: { width: 390, height: 780 }, reducedMotion: 'no-preference' });

/**
 * Controls and lines of words under the visible toast. `within` narrows them to what stays in its place while the
 * page scrolls, and to the focus.
 */
function under(page: Page, title: string, within = 'body') {
  const toast = page.locator('.toast', { hasText: title });
  return toast.evaluate((element, within) => {
    const place = element.getBoundingClientRect();
    const isUnder = (box: DOMRect) =>
      box.width > 1 &&
      box.right > place.left &&
      box.left < place.right &&
      box.bottom > place.top &&
      box.top < place.bottom;
    const isSeen = (one: Element) =>
      !element.contains(one) &&
      one.closest(within) !== null &&
      one.checkVisibility({ visibilityProperty: true });
    const pressed = 'a[href], button, summary, label:has(input), input, select, textarea, :focus';
    const controls = Array.from(document.querySelectorAll(pressed)).filter(
      (one) => isSeen(one) && one.id !== 'content' && isUnder(one.getBoundingClientRect()),
    );
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const words: string[] = [];
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (!text.parentElement || !isSeen(text.parentElement)) continue;
      range.selectNodeContents(text);
      if (Array.from(range.getClientRects()).some(isUnder)) words.push(text.textContent ?? '');
    }
    return [...words, ...controls.map((one) => one.outerHTML.slice(0, 80))];
  }, within);
}

const inPlace = ':focus, [data-keep-clear], [role=dialog], [role=alertdialog], .chat-corner';

/** A toast is the screen's lower edge while it is shown: nothing is under it that cannot be scrolled to above it. */
async function expectNothingUnder(page: Page, title: string) {
  const toast = page.locator('.toast', { hasText: title });
  await expect
    .poll(() =>
      toast.evaluate((one) => {
        const { left, right, bottom } = one.getBoundingClientRect();
        return [left, right - document.documentElement.clientWidth, bottom - innerHeight];
      }),
    )
    .toEqual([0, 0, 0]);
  // The chat's launcher settles a moment later.
  await expect.poll(() => under(page, title, inPlace), title).toEqual([]);
  await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }));
  await expect.poll(() => under(page, title), title).toEqual([]);
}

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

test('a toast takes a part of a full phone screen for itself and covers no words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await press(page, 'Send Inquiry');
  await expectNothingUnder(page, 'Missing Fields');
  await page.goto('/login');
  await press(page, 'Sign In');
  await expectNothingUnder(page, 'Sign in Failed');
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
