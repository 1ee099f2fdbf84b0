import type { Page } from '@playwright/test';
import { layoutFaultsOf } from './fixtures/accessibility.ts';
import { enlargeText, enlargeTextAlone, expectWholeText } from './fixtures/larger-text.ts';
import { forcedColourFaults, motionFaults } from './fixtures/preferences.ts';
import {
  chooseService,
  continueToPayment,
  deposit,
  expectConfirmed,
  fillDetails,
  openDays,
  payByCard,
  payDeposit,
  pickTime,
} from './fixtures/booking-journey.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('in forced colours, controls, chosen items and the focus are distinguishable', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await button(page, 'Select Basic Wash').click();
  expect.soft(await forcedColourFaults(page), 'home').toEqual([]);
  await button(page, 'Schedule Now').click();
  await button(page, 'Show the first available day').or(button(page, 'Next month')).first().click();
  await openDays(page).first().click();
  await page
    .getByRole('group', { name: /^Times on/ })
    .getByRole('radio')
    .first()
    .check();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  expect.soft(await forcedColourFaults(page), 'the schedule').toEqual([]);
  for (const path of ['/contact', '/login', '/my-bookings', '/leave-review']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect.soft(await forcedColourFaults(page), path).toEqual([]);
  }
});

test('with reduced motion, no screen animates, crossfades or scrolls smoothly', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect.soft(await motionFaults(page), 'home').toEqual([]);
  await button(page, 'Select Basic Wash').click();
  await page.getByRole('radio', { name: 'SUV / Compact SUV' }).check();
  expect.soft(await motionFaults(page), 'a chosen package').toEqual([]);
  await button(page, 'Schedule Now').click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  expect.soft(await motionFaults(page), 'the schedule').toEqual([]);
  for (const path of ['/reviews', '/gallery', '/my-bookings']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect.soft(await motionFaults(page), path).toEqual([]);
  }
});

const everybodysPages = [
  '/',
  '/gallery',
  '/reviews',
  '/contact',
  '/login',
  '/my-bookings',
  '/leave-review',
];
const ownersPages = [
  '',
  '/bookings',
  '/money',
  '/customers',
  '/inquiries',
  '/reviews',
  '/gallery',
  '/templates',
].map((area) => `/admin${area}`);
const widths = [1280, 390];

const expectWholeTextAtBoth = async (page: Page, state: string) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectWholeText(page, `${state} at ${width} pixels`);
  }
};

test('with text of 200 %, no text on a public page is cut, overlaps or leaves the screen', async ({
  page,
}) => {
  await enlargeTextAlone(page);
  for (const path of everybodysPages) {
    await page.goto(path);
    await expectWholeTextAtBoth(page, path);
  }
});

test("with the browser's text set to 200 %, every public page adapts", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enlargeText(page);
  for (const path of everybodysPages) {
    await page.goto(path);
    await expectWholeText(page, path);
  }
});

test('with text of 200 %, no text in the steps of a booking is cut or overlaps', async ({
  page,
}) => {
  await enlargeTextAlone(page);
  await chooseService(page, 'Premium Detailing', 'SUV / Compact SUV');
  await pickTime(page);
  await expectWholeTextAtBoth(page, 'the schedule and the details');
  await fillDetails(page, { email: 'large-text@customer.example', tip: '10' });
  await continueToPayment(page, payDeposit);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectWholeTextAtBoth(page, 'checkout');
  await payByCard(page, deposit);
  await expectConfirmed(page);
  await expectWholeTextAtBoth(page, 'the confirmation');
});

// The width of a desktop page at 400 % zoom.
test('at 320 pixels, no screen of a visitor or the owner scrolls horizontally', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const look = async (path: string) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Seven days side by side leave each 41 pixels there, so only the page's width is checked.
    const tooWide = (await layoutFaultsOf(page)).filter((fault) => fault.endsWith('too wide'));
    expect.soft(tooWide, path).toEqual([]);
  };
  for (const path of everybodysPages) {
    await page.goto(path);
    await look(path);
  }
  await chooseService(page, 'Basic Wash', 'Sedan');
  await pickTime(page);
  await look('the schedule and the details');
  await resume(page, await signInByApi(server.origin));
  for (const path of ownersPages) {
    await page.goto(path);
    await look(path);
  }
});
