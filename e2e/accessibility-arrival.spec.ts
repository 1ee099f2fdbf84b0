import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { newCustomer, resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The first page, after hydration: the chat loads with it. */
async function openHome(page: Page) {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Chat with us' })).toBeVisible();
}

/** Navigates within the app; returns the heading of the new screen. */
async function arriveAt(page: Page, path: string): Promise<string> {
  const before = await page.title();
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  await expect(page, `${path} has a name of its own`).not.toHaveTitle(before);
  await expect(heading(page), `the focus at ${path}`).toBeFocused();
  return page.title();
}

const isFullRun = process.env['TEST_FULL'] === '1';

/** Every third page; a full run checks all, and the other states of each page (accessibility-*.full.spec.ts). */
async function expectAccessiblePages(page: Page, paths: readonly string[]) {
  const titles = new Map<string, string>();
  for (const [index, path] of paths.entries()) {
    const title = await arriveAt(page, path);
    expect(titles.get(title), `${path} is called as`).toBeUndefined();
    titles.set(title, path);
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
    if (isFullRun || index % 3 === 0) await expectAccessible(page, path, [390]);
  }
}

test('every page is accessible on a phone, has its own title, and focuses its heading on arrival', async ({
  page,
  server,
  expectedErrors,
}) => {
  test.slow();
  // The pages of email links with an unknown token.
  expectedErrors.push(/status of 404/);
  await openHome(page);
  await expectAccessiblePages(page, [
    '/gallery',
    '/reviews',
    '/leave-review',
    '/contact',
    '/login',
    '/my-bookings',
    '/schedule',
    '/rain?token=nobody',
    '/waiting-list?token=nobody',
    '/unsubscribe?token=nobody',
    '/car-photos?token=nobody',
    '/nowhere',
    '/',
  ]);

  const email = 'axe-arrival@customer.example';
  const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  await resume(page, await newCustomer(server.origin, email));
  await openHome(page);
  await expectAccessiblePages(page, [
    '/my-bookings',
    `/reschedule/${booking.bookingId}`,
    '/account',
    `/booking-confirmation?booking_id=${booking.bookingId}`,
  ]);

  await resume(page, await signInByApi(server.origin));
  await openHome(page);
  await expectAccessiblePages(page, [
    '/admin/templates',
    '/admin/templates/new',
    '/admin/gallery',
    '/admin/reviews',
    '/admin',
    '/admin/bookings',
    '/admin/bookings/new',
    `/admin/bookings/${booking.bookingId}`,
    `/admin/bookings/${booking.bookingId}/receipt`,
    '/admin/time',
    '/admin/travel',
    '/admin/crews',
    '/admin/route',
    '/admin/rain-day',
    '/admin/waiting-list',
    '/admin/money',
    '/admin/reports',
    '/admin/mileage',
    '/admin/payments',
    '/admin/customers',
    `/admin/customers/${email}`,
    '/admin/phone-customers?phone=%2B19055550142&name=Nobody',
    '/admin/inquiries',
    '/admin/inquiries/7d1f0c5e-4b7e-4a55-9a54-0b8c5f1f2a10',
    '/admin/mail',
    '/admin/texts',
    '/admin/website-texts',
    '/admin/calendar-feed',
    '/admin/records',
  ]);
});

test.describe('With reduced motion', () => {
  test.use({ reducedMotion: 'reduce' });

  test('no page animates anything', async ({ page }) => {
    for (const path of ['/', '/gallery', '/reviews', '/schedule', '/login', '/contact']) {
      await page.goto(path);
      await heading(page).waitFor();
      const moving = await page.evaluate(() =>
        Array.from(document.querySelectorAll('*'))
          .filter((one) => {
            const { animationName, transitionDuration } = getComputedStyle(one);
            return animationName !== 'none' || parseFloat(transitionDuration) > 0;
          })
          .map((one) => one.outerHTML.slice(0, 80)),
      );
      expect(moving, path).toEqual([]);
    }
  });
});
