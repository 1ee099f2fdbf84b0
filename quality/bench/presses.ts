// How soon a phone shows the outcome of a press (INP), and the owner's calendar week. [runs] [folder of another build]
import type { Browser, Page } from '@playwright/test';
import { localDate } from '../../e2e/fixtures/booking-api.ts';
import { launchChromium } from '../../e2e/fixtures/chromium.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { resume, signInByApi } from '../../e2e/fixtures/session.ts';
import { median } from '../fixtures/median.ts';
import { record } from '../fixtures/record.ts';
import { bookWeek } from './fixtures/booked-week.ts';
import { phone } from './fixtures/phone.ts';
import { lengthOfPress } from './fixtures/press-length.ts';

const runs = Number(process.argv[2] ?? 5);
const cars = 40;

type Note = (what: string, ms: number) => void;

const browser = await launchChromium();
const builds = [await startBuild('ms')];
const [, , , otherBuild] = process.argv;
if (otherBuild) builds.push(await startBuild('other build ms', otherBuild));
try {
  for (let run = 0; run < runs; run += 1) for (const { measure } of builds) await measure(browser);
  const [{ measured } = { measured: new Map<string, number[]>() }] = builds;
  record({
    name: 'presses',
    command: 'npm run bench presses',
    rows: [...measured.keys()].map((press) => ({
      press,
      ...Object.fromEntries(
        builds.map(({ column, measured }) => [
          column,
          Math.round(median(measured.get(press) ?? [])),
        ]),
      ),
    })),
  });
} finally {
  await browser.close();
  for (const { stop } of builds) await stop();
}

/** A built server with a booked week, and what was measured on it. */
async function startBuild(column: string, build?: string) {
  const folder = await temporaryFolder();
  const env = { DEMO: '1', TRUSTED_PROXIES: '1' };
  const server = await startServer({ dataDir: folder.path, env, folder: build });
  const owner = await signInByApi(server.origin);
  const monday = await bookWeek(server.origin, owner, cars);
  const measured = new Map<string, number[]>();
  const note: Note = (what, ms) => measured.set(what, [...(measured.get(what) ?? []), ms]);
  return {
    column,
    measured,
    measure: async (browser: Browser) => {
      await onPhone(browser, server.origin, (page) => pressAsCustomer(page, note));
      await onPhone(browser, server.origin, async (page) => {
        await resume(page, owner);
        await pressAsOwner(page, monday, note);
      });
    },
    stop: async () => {
      await server.stop();
      await folder.remove();
    },
  };
}

async function onPhone(browser: Browser, baseURL: string, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    baseURL,
    viewport: phone.screen,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.slowedTimes });
  await work(page);
  await context.close();
}

async function pressAsCustomer(page: Page, note: Note) {
  await page.goto('/', { waitUntil: 'networkidle' });
  for (const [what, role, name] of [
    ['vehicle', 'radio', 'SUV'],
    ['package', 'button', 'Premium Detailing'],
    ['chat', 'button', 'Chat with us'],
  ] as const) {
    note(what, await lengthOfPress(page, page.getByRole(role, { name })));
  }
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('button', { name: 'Schedule Now' }).tap();
  const days = page.getByRole('gridcell').getByRole('button', { disabled: false });
  await days.first().waitFor();
  await page.waitForLoadState('networkidle');
  note('day', await lengthOfPress(page, days.first()));
  const times = page.getByRole('group', { name: /^Times on/ }).getByRole('radio');
  note('time', await lengthOfPress(page, times.first()));
}

async function pressAsOwner(page: Page, monday: string, note: Note) {
  const week = '/admin/bookings?view=week&day=';
  const next = page.getByRole('button', { name: 'Next week' });
  for (const what of ['calendar week, first opening', 'calendar week, opened again']) {
    await page.goto('about:blank');
    await page.goto(week + monday, { waitUntil: 'commit' });
    note(what, await whenDrawn(page));
    await settled(page);
  }
  await page.goto('/admin/bookings?view=day&day=' + monday);
  await settled(page);
  note('calendar week, from the day', await openWeek(page));
  await page.goto(week + localDate(0));
  await next.waitFor();
  await settled(page);
  note('calendar week forward', await lengthOfPress(page, next));
}

/** Milliseconds from the press on “Week” until the calendar shows every car. */
async function openWeek(page: Page): Promise<number> {
  const pressed = await page.evaluate(() => performance.now());
  await page.getByRole('button', { name: 'Week', exact: true }).tap();
  return (await whenDrawn(page)) - pressed;
}

/** Milliseconds from opening the page until its calendar shows every car. */
async function whenDrawn(page: Page): Promise<number> {
  const drawn = await page.waitForFunction(
    (count) => document.querySelectorAll('.cal-booking').length >= count && performance.now(),
    cars,
    { polling: 'raf' },
  );
  return Number(await drawn.jsonValue());
}

/** The owner's screens keep a line open, so their network is never idle. */
function settled(page: Page) {
  return page.waitForTimeout(1500);
}
