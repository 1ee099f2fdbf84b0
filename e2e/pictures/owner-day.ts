import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from '@playwright/test';
import { launchChromium } from '../fixtures/chromium.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { book, hassan, lucy, marie, priya, tom } from './day-of-bookings.ts';
import { desk, ownerAt, phone } from './owner-at.ts';

/*
 * Takes the pictures of docs/owners-day.md: a day with three cars on a phone, the rain of the next day, and the evening
 * at a desk. It is always the same day, so a picture changes only with its screen.
 */
const folder = 'docs/screenshots/owner-day';
const [today, tomorrow, dayAfter] = ['2026-10-06', '2026-10-07', '2026-10-08'] as const;

const folderOfDay = await temporaryFolder();
const pictures = join(folderOfDay.path, 'pictures');
const browser = await launchChromium();

const from = (
  moment: string,
  part: (page: Page, origin: string) => Promise<void>,
  viewport = phone,
) => ownerAt(browser, folderOfDay.path, moment, viewport, part);

async function picture(page: Page, name: string) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' });
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

const toTop = (page: Page, text: string | RegExp) =>
  page
    .getByRole('heading', { name: text })
    .first()
    .evaluate((element) => {
      scrollTo(0, element.getBoundingClientRect().top + scrollY - 24);
    });

async function theWeekBefore(_page: Page, origin: string) {
  await book(origin, priya, {
    bookingDate: today,
    bookingTime: '09:00',
    serviceId: 'premium-detailing',
    vehicleType: 'suv',
  });
  await book(origin, tom, { bookingDate: today, bookingTime: '12:00' });
  await book(origin, marie, {
    bookingDate: today,
    bookingTime: '15:00',
    serviceId: 'premium-detailing',
    paymentOption: 'pay_full_online',
    tipAmount: 1000,
  });
  await book(origin, hassan, { bookingDate: tomorrow, bookingTime: '09:00', vehicleType: 'suv' });
  await book(origin, lucy, { bookingDate: tomorrow, bookingTime: '12:00', vehicleType: 'suv' });
}

async function theMorning(page: Page) {
  await page.goto('/admin');
  await page.getByRole('article').nth(2).waitFor();
  await picture(page, '01-today');
  await page.getByRole('link', { name: 'Priya Nair', exact: true }).click();
  await page.getByRole('heading', { name: 'Actions' }).waitFor();
  await picture(page, '02-booking');
}

async function theFirstCar(page: Page) {
  await page.goto('/admin');
  await press(page, /^Mark done.*Priya/);
  await page.getByText(/^Done ·/).waitFor();
  await page.getByText('Not sent yet').waitFor({ state: 'hidden' });
  await picture(page, '03-done');
  await page.getByRole('link', { name: 'Record payment from Priya Nair' }).click();
  await page.getByLabel('Tip').fill('15');
  await toTop(page, 'Record payment');
  await picture(page, '04-mark-paid');
  await press(page, /^Record \$/);
  await page.getByRole('button', { name: 'Add tip' }).waitFor();
}

async function theAfternoon(page: Page) {
  await page.goto(`/admin/bookings?view=day&day=${tomorrow}`);
  await press(page, /Lucy Bennett/);
  await press(page, 'Move booking');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Day').fill(dayAfter);
  await dialog.getByLabel('Time').fill('09:00');
  await picture(page, '05-move');
  await dialog.getByRole('button', { name: 'Move booking', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.goto(`/admin/bookings?view=day&day=${dayAfter}`);
  await page.getByRole('button', { name: /Lucy Bennett/ }).waitFor();
  await press(page, 'Block time');
  await dialog.getByLabel('Whole days').uncheck();
  await dialog.getByLabel('Starts at').fill('12:00');
  await dialog.getByLabel('Ends at').fill('15:00');
  await dialog.getByLabel('Reason').fill('Dentist');
  await picture(page, '06-time-off');
  await dialog.getByRole('button', { name: 'Block this time' }).click();
  await page.getByText('Dentist').first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await press(page, 'Dismiss');
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, '07-calendar');
}

async function aCall(page: Page) {
  await page.goto(`/admin/bookings/new?date=${tomorrow}`);
  await page.getByRole('radio', { name: '3:00 PM' }).check();
  await page.getByLabel('Full Name').fill('Grace Whitlock');
  await page.getByLabel('Phone').fill('905 555 0177');
  await page.getByLabel('Car Model').fill('Subaru Forester');
  await page.getByLabel('Car Year').fill('2022');
  await page.getByRole('radio', { name: 'SUV / Compact SUV' }).check();
  await page.getByLabel('Street Address').fill('88 Glen Haffy Road');
  await page.getByLabel('City').fill('Caledon');
  await page.getByLabel('Postal Code').fill('L7C 2H8');
  await page.getByRole('radio', { name: '3:00 PM' }).evaluate((radio) => {
    scrollTo(0, radio.getBoundingClientRect().top + scrollY - 420);
  });
  await picture(page, '08-phone-booking');
  await press(page, 'Book it');
  await page.getByRole('heading', { name: 'Grace Whitlock' }).waitFor();
}

async function theRain(page: Page) {
  await page.goto(`/admin/rain-day?day=${tomorrow}&part=day`);
  await page.getByRole('list', { name: 'Times to offer' }).first().waitFor();
  await press(page, 'Mark rain day');
  await picture(page, '09-rain-day');
  await press(page, 'Mark rain day');
  await page.getByText(/^0 of .* settled/).waitFor();
  await press(page, 'Dismiss');
  await toTop(page, 'Wednesday, October 7');
  await picture(page, '10-rain-answers');
  await page.getByRole('navigation', { name: 'Administration' }).getByText('More').click();
  await page.getByRole('dialog', { name: 'More' }).waitFor();
  await picture(page, '11-areas');
}

async function theBusiness(page: Page) {
  await page.goto('/admin/services');
  await press(page, 'Edit Basic Wash');
  await page.getByLabel('Sedan').fill('70');
  await picture(page, '12-price');
  await press(page, 'Save draft');
  await page.getByRole('region', { name: 'Unpublished changes' }).waitFor();
  await page.goto('/admin/business/preview');
  await page.frameLocator('iframe').getByText('$70.00').first().waitFor();
  await picture(page, '13-preview');
  await page.goto('/admin/templates');
  await page.getByRole('link', { name: /^Booking confirmation/ }).click();
  await page.getByRole('textbox', { name: 'Heading' }).waitFor();
  await picture(page, '14-email');
  await page.goto('/admin');
  await press(page, 'Search');
  await page.getByRole('dialog').getByRole('combobox').fill('905');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await picture(page, '15-search');
}

async function theDesk(page: Page) {
  await page.goto('/admin');
  await page.getByRole('article').nth(2).waitFor();
  await picture(page, 'desk-1-today');
  await page.goto(`/admin/bookings?view=week&day=${tomorrow}`);
  await page
    .getByRole('button', { name: /Lucy Bennett/ })
    .first()
    .waitFor();
  await picture(page, 'desk-2-week');
  await press(page, 'List');
  await page
    .getByRole('link', { name: /Grace Whitlock/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Actions' }).waitFor();
  await picture(page, 'desk-3-list');
  await page.goto('/admin/services');
  await page.getByRole('region', { name: 'Unpublished changes' }).waitFor();
  await picture(page, 'desk-4-services');
  await page.goto('/admin/templates');
  await page.getByRole('link', { name: /^Booking confirmation/ }).click();
  await page.getByRole('textbox', { name: 'Heading' }).waitFor();
  await page.locator('iframe').first().contentFrame().getByText('confirmed').first().waitFor();
  await picture(page, 'desk-5-email');
  await page.goto('/admin/money');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await picture(page, 'desk-6-money');
}

try {
  await from('2026-10-01T18:00:00-04:00', theWeekBefore);
  await from('2026-10-06T07:40:00-04:00', theMorning);
  await from('2026-10-06T12:05:00-04:00', async (page) => {
    await theFirstCar(page);
    await theAfternoon(page);
    await aCall(page);
    await theRain(page);
    await theBusiness(page);
  });
  await from('2026-10-06T18:30:00-04:00', theDesk, desk);
  rmSync(folder, { recursive: true, force: true });
  cpSync(pictures, folder, { recursive: true });
} finally {
  await browser.close();
  await folderOfDay.remove();
}
