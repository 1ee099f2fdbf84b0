import type { Browser, Page } from '@playwright/test';
import { freeDay, nameOfDay } from './fixtures/booking-api.ts';
import { chooseService } from './fixtures/booking-journey.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

async function openDay(page: Page, date: string) {
  const day = page.getByRole('button', { name: new RegExp(nameOfDay(date)) });
  const nextMonth = page.getByRole('button', { name: 'Next month' });
  await expect(nextMonth).toBeVisible();
  while (!(await day.isVisible())) await nextMonth.click();
  await day.click();
}

/** The owner's phone, on the screen of opening hours. */
async function openOwnersPhone(browser: Browser, origin: string) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-CA',
    viewport: { width: 390, height: 844 },
  });
  const phone = await context.newPage();
  await resume(phone, await signInByApi(origin));
  await phone.goto('/admin/time');
  return phone;
}

test('blocking time hides the times immediately from a customer who is choosing, and unblocking shows them again', async ({
  page,
  browser,
  server,
}) => {
  const date = freeDay();
  const time = (name: string) => page.getByRole('radio', { name, exact: true });
  await chooseService(page, 'Basic Wash', 'Sedan');
  await openDay(page, date);
  await time('3:00 PM').check();
  await page.getByLabel('Full Name').fill('Robin Marsh');

  // The customer's page is not touched from here on, and polls only once a minute.
  const phone = await openOwnersPhone(browser, server.origin);
  await phone.getByRole('button', { name: 'Block time' }).click();
  const form = phone.getByRole('form', { name: 'Block time' });
  await form.getByLabel('From').fill(date);
  await form.getByLabel('Until').fill(date);
  await form.getByRole('checkbox', { name: 'Whole days' }).uncheck();
  await form.getByLabel('Starts at').fill('12:00');
  await form.getByLabel('Ends at').fill('18:00');
  await form.getByRole('button', { name: 'Block this time' }).click();

  await expect(page.getByRole('alert')).toContainText('That time is no longer available');
  await expect(time('9:00 AM')).toBeVisible();
  await expect(time('12:00 PM')).toBeHidden();
  await expect(time('3:00 PM')).toBeHidden();
  await expect(page.getByLabel('Full Name')).toHaveValue('Robin Marsh');

  await phone.getByRole('button', { name: `Unblock ${nameOfDay(date)}` }).click();
  await expect(time('12:00 PM')).toBeVisible();
  await phone.context().close();
});
