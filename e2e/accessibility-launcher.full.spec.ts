import type { Page } from '@playwright/test';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { approveReviews, leaveReview } from './fixtures/review-api.ts';
import { newCustomer, resume } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 780 } });

/**
 * Scrolls through the page in steps shorter than a button and the launcher together, so that none is skipped.
 * Returns what the launcher covers on the way, and whether it appears at all.
 */
async function scrollThrough(page: Page) {
  await page.locator('h1').first().waitFor();
  const launcher = page.getByRole('button', { name: 'Chat with us', includeHidden: true });
  return launcher.evaluate(async (button) => {
    const covered = new Set<string>();
    let timesSeen = 0;
    const settled = async () => {
      await new Promise(requestAnimationFrame);
      // The launcher is placed in the same frame; after the next one, its position is final.
      await new Promise((resolve) => setTimeout(resolve));
      const moves = button.parentElement?.getAnimations() ?? [];
      await Promise.allSettled(moves.map(({ finished }) => finished));
    };
    const isUnder = (one: Element) => {
      const [box, corner] = [one.getBoundingClientRect(), button.getBoundingClientRect()];
      // Only the middle of a photo counts: a covered corner leaves enough to press.
      const inset = box.height > 128 ? box.height / 3 : 0;
      const left = Math.max(box.left + inset, corner.left);
      const right = Math.min(box.right - inset, corner.right);
      const top = Math.max(box.top + inset, corner.top);
      const bottom = Math.min(box.bottom - inset, corner.bottom);
      if (left >= right || top >= bottom) return false;
      // Elements above the launcher, such as a toast, are not covered by it.
      return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    const pressed = 'a[href], button, summary, label:has([type=radio])';
    /** In the launcher's column and in its half of the screen, and moving with the page. */
    const isNear = (one: Element) => {
      const [box, corner] = [one.getBoundingClientRect(), button.getBoundingClientRect()];
      const isBeside = box.right > corner.left && box.left < corner.right;
      const isLow = box.height > 0 && box.bottom > innerHeight / 2 && box.top < innerHeight;
      return isBeside && isLow && one.closest('[data-keep-clear]') === null;
    };
    const lowest = () => document.documentElement.scrollHeight - innerHeight;
    for (let y = 0; y === 0 || y - 90 < lowest(); y += 90) {
      window.scrollTo(0, y);
      // Without a control near it, the launcher covers nothing, and there is no need to wait.
      const others = Array.from(document.querySelectorAll(pressed)).filter((one) => one !== button);
      if (timesSeen > 0 && !others.some(isNear)) continue;
      await settled();
      if (!button.checkVisibility({ visibilityProperty: true })) continue;
      timesSeen += 1;
      const controls = Array.from(document.querySelectorAll(pressed)).filter(
        (one) => one !== button && one.checkVisibility({ visibilityProperty: true }),
      );
      // The launcher makes way for a new element in the next frame.
      if (controls.some(isUnder)) await settled();
      for (const one of controls.filter(isUnder)) {
        covered.add(`${one.textContent || one.outerHTML.slice(0, 80)} at ${window.scrollY}`);
      }
    }
    return { covered: [...covered], isSeen: timesSeen > 0 };
  });
}

async function expectClear(page: Page, state: string) {
  expect.soft(await scrollThrough(page), state).toEqual({ covered: [], isSeen: true });
}

test('the chat covers no button of any page on a phone, at any scroll position [S1.17]', async ({
  page,
  server,
}) => {
  test.slow();
  await leaveReview(server.origin, { customer_name: 'A Passer-by', comment: 'Passing by.' });
  await approveReviews(server.origin, 'Passing');
  const email = 'axe-launcher@customer.example';
  const bookingDate = freeDay();
  const booking = await createBooking(server.origin, { bookingDate, email });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);

  const open = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path);
      await expectClear(page, path);
    }
  };
  // The scrolling reviews, with a button to stop them.
  await open(['/contact']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(['/', '/gallery', '/reviews', '/leave-review', '/login', '/nowhere']);
  await open(['/my-bookings']);
  await resume(page, await newCustomer(server.origin, email));
  await open(['/my-bookings', `/reschedule/${booking.bookingId}`, '/account']);
});
