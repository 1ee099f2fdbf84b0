import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openDays } from './fixtures/booking-journey.ts';
import { scriptsOf, staticImportsKb } from './fixtures/script-weight.ts';
import { expect, test } from './fixtures/test.ts';
import { countTraffic } from './fixtures/traffic.ts';

// What a visitor's line has to carry. Sizes and counts only: times are measured by `npm run bench waits`.
const assets = readdirSync('dist/client/assets');
const nameOf = (file: string) => file.replace(/^assets\/|-[\w-]{8}\.\w+$/g, '');
const withEnding = (ending: string) => assets.filter((file) => file.endsWith(ending));

async function watched(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  return countTraffic(browser, await page.context().newCDPSession(page));
}

const choosePackage = (page: Page) =>
  page.getByRole('button', { name: 'Select Basic Wash' }).click();
const scheduleNow = (page: Page) => page.getByRole('button', { name: 'Schedule Now' }).click();
const openDay = (page: Page) => openDays(page).or(nextOpenDay(page)).first();
const nextOpenDay = (page: Page) => page.getByRole('button', { name: /^Next available day/ });

test('the app is built into a handful of scripts, and few style sheets', () => {
  expect(withEnding('.js').length).toBeLessThanOrEqual(24);
  expect(withEnding('.css').map(nameOf)).toEqual([
    'bookings',
    'chat-window',
    'index',
    'light-box',
    'owner',
  ]);
});

test('only the map and its worker are scripts apart, which no other script loads with itself', () => {
  expect(withEnding('.mjs').map((file) => file.replace(/-[\w-]{8}\.mjs$/, ''))).toEqual([
    'maplibre-gl',
    'maplibre-gl-worker',
  ]);
  const loaded = ['index', 'owner', 'pages-and-texts'].flatMap((file) => scriptsOf(file));
  expect(loaded.filter((file) => file.endsWith('.mjs'))).toEqual([]);
});

test('the scripts of a first visit stay within 84.5 kB', () => {
  expect(staticImportsKb()).toBeLessThan(84.5);
});

const customersFiles = [
  ...['index', 'screens', 'forms', 'pages-and-texts', 'sign-in', 'schedule', 'checkout'],
  ...['photos-and-calendar', 'bookings', 'account', 'chat-window', 'light-box', 'stripe-payment'],
  'react',
];

test("no customer's file loads one of the owner", () => {
  const loaded = customersFiles.flatMap((file) => scriptsOf(file)).map(nameOf);
  expect([...new Set(loaded)].filter((file) => !customersFiles.includes(file))).toEqual([
    'rolldown-runtime',
  ]);
});

test('the libraries for charts, code, calendars and cards come with the screens that show them', () => {
  const heavy = ['calendar-board', 'revenue-chart', 'letter-form', 'csv', 'stripe-payment'];
  for (const file of ['owner', 'checkout']) {
    expect(scriptsOf(file).map(nameOf)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(heavy.join('|'))]),
    );
  }
});

test.describe('on a first visit', () => {
  test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, isMobile: true });

  test('the home page makes at most 12 requests and loads at most 139 kB', async ({ page }) => {
    const { traffic, quiet, requested } = await watched(page);
    await page.goto('/');
    await quiet();
    // The script of the service worker is one more. How early a lazy drawing below loads is up to the browser.
    const loaded = requested().filter((url) => !url.includes('/water-'));
    expect(loaded.length + 1, loaded.join('\n')).toBeLessThanOrEqual(12);
    // The page brings the published business, because the owner can change it.
    expect(traffic().kB).toBeLessThanOrEqual(139);
    expect(new Set(requested()).size).toBe(requested().length);
  });
});

test('the schedule is loaded when a package is chosen, and Schedule Now waits for no request', async ({
  page,
}) => {
  const { traffic, quiet, requested, countAnew } = await watched(page);
  await page.goto('/');
  await quiet();
  countAnew();
  await choosePackage(page);
  await quiet();
  expect(traffic().requests, requested().join('\n')).toBeLessThanOrEqual(6);
  expect(traffic().kB).toBeLessThan(103);
  countAnew();
  await page.route(/\/(assets|rest)\//, () => undefined);
  await scheduleNow(page);
  await expect(openDay(page)).toBeEnabled();
  const ofSchedule = requested().filter((url) => /schedule-|booked_slots/.test(url));
  expect(ofSchedule).toEqual([]);
});

test('the schedule of a package that is chosen early begins to load before the app listens', async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener('app-listens', () => performance.mark('listens'), { once: true }),
  );
  await page.route('**/assets/index-*.js', async (route) => {
    await page.waitForFunction(() => 'earlyPress' in window);
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await choosePackage(page);
  await expect(page.getByRole('heading', { name: 'Ready to Book?' })).toBeVisible();
  const order = () =>
    page.evaluate(() =>
      performance
        .getEntries()
        .filter(({ name }) => name === 'listens' || name.includes('/assets/schedule-'))
        .sort((one, other) => one.startTime - other.startTime)
        .map(({ entryType }) => entryType),
    );
  // A file is among the entries once it has come.
  await expect.poll(async () => (await order()).slice(0, 2)).toEqual(['resource', 'mark']);
});

test('a schedule that has loaded is shown without a placeholder', async ({ page }) => {
  const { quiet } = await watched(page);
  await page.goto('/');
  await choosePackage(page);
  await quiet();
  await page.evaluate(() => {
    const note = () => {
      if (document.querySelector('main .spinner')) document.body.dataset['sawPlaceholder'] = '';
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
  });
  await scheduleNow(page);
  await expect(openDay(page)).toBeEnabled();
  await expect(page.locator('body')).not.toHaveAttribute('data-saw-placeholder');
});

test('nothing is loaded ahead for a visitor who saves data', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const { quiet, requested } = await watched(page);
  await page.goto('/');
  await choosePackage(page);
  await page.getByRole('button', { name: 'Schedule Now' }).hover();
  await quiet();
  expect(requested().filter((url) => /schedule-|booked_slots/.test(url))).toEqual([]);
  await scheduleNow(page);
  await expect(openDay(page)).toBeEnabled();
});

test.describe('without a network for a moment', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  for (const [what, address] of [
    ['scripts', '**/assets/schedule-*.js'],
    ['times', '**/rest/v1/**'],
  ] as const) {
    test(`the schedule's ${what} are loaded again when Schedule Now is pressed`, async ({
      page,
    }) => {
      await page.route(address, (route) => route.abort());
      await page.goto('/');
      const failed = page.waitForEvent('requestfailed');
      await choosePackage(page);
      await failed;
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.unroute(address);
      await scheduleNow(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
      await expect(openDay(page)).toBeEnabled();
    });
  }
});

test.describe('without the file of the details form', () => {
  test.use({ expectedErrors: [/ERR_FAILED|dynamically imported/] });

  test(
    'the form is loaded again on request, and what was chosen and typed is kept',
    { tag: '@full' },
    async ({ page }) => {
      const file = '**/assets/forms-*.js';
      const failed = page.getByText('We couldn’t load this form.');
      const tryAgain = page.getByRole('button', { name: 'Try again' });
      await page.route(file, (route) => route.abort());
      await page.goto('/');
      await choosePackage(page);
      await scheduleNow(page);
      await openDay(page).click();
      await page
        .getByRole('radio', { name: /[AP]M$/ })
        .first()
        .check();
      await expect(failed).toBeVisible();
      await page.unroute(file);
      await tryAgain.click();
      await page.getByLabel('Full Name').fill('Wren Hall');
      await page.route(file, (route) => route.abort());
      await page.reload();
      await expect(failed).toBeVisible();
      await page.unroute(file);
      await tryAgain.click();
      await expect(page.getByLabel('Full Name')).toHaveValue('Wren Hall');
      await expect(page.getByRole('radio', { name: /[AP]M$/ }).first()).toBeChecked();
    },
  );
});

test("the owner's page loads one script and one style sheet, and customers' pages none of its files", async ({
  page,
}) => {
  const filesOf = async (path: string) =>
    [
      ...(await (await page.request.get(path)).text()).matchAll(/\/assets\/[\w/-]+\.(?:js|css)/g),
    ].map(([file]) => file);
  expect((await filesOf('/admin')).map((file) => file.replace(/-[\w-]{8}\./, '.'))).toEqual([
    '/assets/owner/index.js',
    '/assets/owner/index.css',
  ]);
  for (const path of ['/', '/login', '/account']) {
    expect((await filesOf(path)).filter((file) => file.includes('/owner/'))).toEqual([]);
  }
});
