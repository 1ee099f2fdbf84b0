import type { Browser, Page } from '@playwright/test';
import {
  answered,
  createBooking,
  freeDay,
  payBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

/** Whether she is an administrator, live updates, the counts of the menu, and the data of the screen. */
const usualCalls = 4;

/** With the page, its font, its styles and its scripts. */
const mostRequests = 12;

/** The screens, and how many calls each makes beyond the usual ones, or fewer. */
const screens = {
  // The counts come with the data. What this device keeps of the visits is one more.
  '/admin': 0,
  '/admin/to-send': 0,
  '/admin/bookings': 0,
  // What is known about the customer, and whether texts can be offered.
  '/admin/bookings/new': 2,
  // The rules, which the form begins with.
  '/admin/time': 1,
  '/admin/travel': 0,
  '/admin/crews': 0,
  '/admin/route': 0,
  '/admin/rain-day': 0,
  '/admin/waiting-list': 0,
  '/admin/money': 0,
  // The period before, too.
  '/admin/reports': 1,
  '/admin/mileage': 0,
  // Disputes are a list of their own.
  '/admin/payments': 1,
  '/admin/customers': 0,
  '/admin/inquiries': 0,
  '/admin/reviews': 2,
  '/admin/gallery': 0,
  '/admin/templates': 0,
  '/admin/mail': 1,
  '/admin/texts': 1,
  '/admin/website-texts': 0,
  '/admin/calendar-feed': 0,
  '/admin/records': 0,
};

/** In a full run all; otherwise every fourth, from Today on, since each is loaded without a cache. */
const chosenOf = <One>(all: readonly One[]) =>
  process.env['TEST_FULL'] === '1' ? all : all.filter((_, index) => index % 4 === 0);

/** The page's requests so far, as "GET /rest/v1/reviews", without photos and the browser's own for an icon. */
function requestsOf(page: Page) {
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/favicon|\/render\/image\//.test(pathname))
      made.push(`${request.method()} ${pathname}`);
  });
  return made;
}

const isCall = (request: string) => / \/(rest|auth|storage|functions|live)\/v1\//.test(request);

const isLoaded = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
};

/** A phone whose owner signed in before, without a cache. */
async function phoneOfOwner(browser: Browser, origin: string) {
  const viewport = { width: 390, height: 844 };
  const first = await browser.newContext({ baseURL: origin, viewport });
  const page = await first.newPage();
  await resume(page, await signInByApi(origin));
  await page.goto('/admin');
  await isLoaded(page);
  // Bookings made as a guest are taken over once for each sign-in.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('customer-session-linked')))
    .not.toBeNull();
  const storageState = await first.storageState();
  await first.close();
  return () => browser.newContext({ baseURL: origin, viewport, storageState });
}

test("the owner's screens make at most 12 requests each, and few of them to the backend", async ({
  browser,
  server,
}) => {
  test.slow();
  // Before the first booking Today asks what is left to set up.
  const booking = await createBooking(server.origin, { bookingDate: freeDay() });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  const newPhone = await phoneOfOwner(browser, server.origin);
  for (const [path, more] of chosenOf(Object.entries(screens))) {
    const context = await newPhone();
    const page = await context.newPage();
    const made = requestsOf(page);
    await page.goto(path);
    await isLoaded(page);
    const said = `${path}: ${made.join(', ')}`;
    expect(made.filter(isCall).length, said).toBeLessThanOrEqual(usualCalls + more);
    expect(made.length, said).toBeLessThanOrEqual(mostRequests);
    await context.close();
  }
});

/** The owner's screens of one booking, customer and template, and the views of the calendar. */
async function screensOfOne(origin: string): Promise<string[]> {
  const { access_token: token } = await signInByApi(origin);
  const email = 'owner-requests@customer.example';
  const { bookingId } = await createBooking(origin, { bookingDate: freeDay(), email });
  const first = async (rows: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const [row] = await answered<Record<string, string>[]>(
      await fetch(`${origin}/rest/v1/${rows}`, { headers }),
    );
    if (!row) throw new Error(`There is nothing at ${rows}`);
    return row;
  };
  const booking = await first(`bookings?id=eq.${bookingId}`);
  const template = await first('email_templates?limit=1');
  return [
    ...[`bookings/${bookingId}`, `bookings/${bookingId}/receipt`],
    ...[`visits/${booking['calendar_uid']}`, `customers/${email}`],
    ...['templates/new', `templates/${template['id']}`],
    ...['day', 'week', 'month', 'list'].map((view) => `bookings?view=${view}`),
  ];
}

test(
  'the screens of a booking, a customer and a template, and each view of the calendar, make at most 12 requests',
  { tag: '@full' },
  async ({ browser, server }) => {
    test.slow();
    const newPhone = await phoneOfOwner(browser, server.origin);
    for (const screen of await screensOfOne(server.origin)) {
      const context = await newPhone();
      const page = await context.newPage();
      const made = requestsOf(page);
      await page.goto(`/admin/${screen}`);
      await isLoaded(page);
      expect.soft(made.length, `${screen}: ${made.join(', ')}`).toBeLessThanOrEqual(mostRequests);
      await context.close();
    }
  },
);

test("going back to one of the owner's screens shows it at once, without a call for its data", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await resume(page, await signInByApi(server.origin));
  await page.goto('/admin/customers');
  await isLoaded(page);
  const areas = page.getByRole('navigation', { name: 'Administration' });
  await areas.getByRole('button', { name: 'Settings' }).click();
  await areas.getByRole('link', { name: 'Time', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Time' })).toBeVisible();
  await isLoaded(page);

  const made = requestsOf(page);
  await areas.getByRole('link', { name: 'Customers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await isLoaded(page);
  expect(made.filter(isCall)).toEqual([]);
});
