import type { Browser, Page } from '@playwright/test';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

/** Whether she is an administrator, live updates, the counts of the menu, and the data of the screen. */
const usualCalls = 4;

/** The page, its font, its styles and its scripts. */
const filesOfScreen = 13;

/** The screens, and how many calls each makes beyond the usual ones, or fewer. */
const screens = {
  // The counts come with the data.
  '/admin': -1,
  '/admin/bookings': 0,
  '/admin/bookings/new': 1,
  '/admin/time': 0,
  '/admin/rain-day': 0,
  '/admin/waiting-list': 0,
  '/admin/money': 0,
  '/admin/payments': 0,
  '/admin/customers': 0,
  '/admin/inquiries': 0,
  '/admin/reviews': 2,
  '/admin/gallery': 0,
  '/admin/templates': 0,
  '/admin/mail': 1,
  '/admin/calendar-feed': 0,
};

/** The page's requests so far, as "GET /rest/v1/reviews"; the browser's own for an icon is left out. */
function requestsOf(page: Page) {
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/favicon')) made.push(`${request.method()} ${pathname}`);
  });
  return made;
}

const isCall = (request: string) => / \/(rest|auth|storage|functions|live)\/v1\//.test(request);

const isLoaded = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  // It comes last, and is hidden where it would cover something.
  const chat = page.getByRole('button', { name: 'Chat with us', includeHidden: true });
  await expect(chat).toBeAttached();
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

test("each of the owner's screens makes few calls to the backend", async ({ browser, server }) => {
  test.slow();
  const newPhone = await phoneOfOwner(browser, server.origin);
  for (const [path, more] of Object.entries(screens)) {
    const context = await newPhone();
    const page = await context.newPage();
    const made = requestsOf(page);
    await page.goto(path);
    await isLoaded(page);
    const said = `${path}: ${made.join(', ')}`;
    const mostCalls = usualCalls + more;
    expect(made.filter(isCall).length, said).toBeLessThanOrEqual(mostCalls);
    expect(made.length, said).toBeLessThanOrEqual(filesOfScreen + mostCalls);
    await context.close();
  }
});

test("going back to one of the owner's screens shows it at once, without a call for its data", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await resume(page, await signInByApi(server.origin));
  await page.goto('/admin/customers');
  await isLoaded(page);
  const areas = page.getByRole('navigation', { name: 'Administration' });
  await areas.getByRole('link', { name: 'Time', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Time' })).toBeVisible();
  await isLoaded(page);

  const made = requestsOf(page);
  await areas.getByRole('link', { name: 'Customers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await isLoaded(page);
  expect(made.filter(isCall)).toEqual([]);
});
