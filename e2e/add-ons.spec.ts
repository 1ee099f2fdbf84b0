import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import {
  chooseService,
  continueToPayment,
  deposit,
  expectConfirmed,
  fillDetails,
  payByCard,
  payDeposit,
} from './fixtures/booking-journey.ts';
import { createBooking, freeDay, nameOfDay, requestBooking } from './fixtures/booking-api.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const email = 'waxed@customer.example';

test('an add-on that the owner publishes is booked, paid, and takes the time behind the service', async ({
  page,
  browser,
  startSite,
}) => {
  // Its own site: other tests of the worker know the default business.
  const site = await startSite({});
  const { origin } = site;
  const owner = await browser.newPage({ baseURL: origin });
  await resume(owner, await signInByApi(origin));
  await owner.goto('/admin/services/add-ons');
  await owner.getByRole('button', { name: 'Add add-on' }).click();
  await owner.getByLabel('Name').fill('Hand wax');
  await owner.getByLabel('Extra minutes').fill('120');
  await owner.getByLabel('Sedan').fill('20');
  await owner.getByLabel('SUV / Compact SUV').fill('30.50');
  await owner.getByRole('button', { name: 'Save draft' }).click();
  const bar = owner.getByRole('region', { name: 'Unpublished changes' });
  await bar.getByRole('button', { name: 'Publish' }).click();
  await expect(bar).toBeHidden();
  await expect
    .poll(async () => (await fetch(origin)).text())
    .toMatch(/application\/ld\+json[^]*Hand wax/);

  // The afternoon is booked, so two hours of washing fit at noon, and four don't.
  const day = freeDay();
  await createBooking(origin, { bookingDate: day, bookingTime: '15:00', email: 'o@example.com' });
  await chooseService(page, 'Basic Wash', 'Sedan', origin);
  await chooseDay(page, day);
  await page.getByRole('radio', { name: '12:00 PM' }).check();
  await fillDetails(page, { email });
  const summary = page.getByRole('complementary', { name: 'Basic Wash' });
  await expect(summary.getByText('$65.00').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Hand wax' }).check();
  await expect(summary.getByText('$85.00').first()).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('12:00 PM has no room for your add-ons');
  await expectAccessible(page, 'add-ons that the time has no room for');
  await page.getByRole('button', { name: 'Pick another time' }).click();
  await expect(page.getByRole('radio', { name: '12:00 PM' })).toHaveCount(0);
  await page.getByRole('radio', { name: '9:00 AM' }).check();
  // Nine to one o'clock: kept over a reload.
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Hand wax' })).toBeChecked();
  await expect(page.getByText('About 4 hours')).toBeVisible();

  await continueToPayment(page, payDeposit);
  const order = page.getByRole('complementary', { name: 'Basic Wash' });
  await expect(order.getByText('Hand wax')).toBeVisible();
  await expect(order.getByText('$20.00').first()).toBeVisible();
  await expect(order.getByText('$85.00').first()).toBeVisible();
  await payByCard(page, deposit);
  const bookingId = await expectConfirmed(page);
  await expect(page.getByText('Basic Wash with Hand wax')).toBeVisible();
  await page.goto(`${origin}/my-bookings`);
  await page.getByLabel('Booking ID').fill(bookingId);
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Find Booking' }).click();
  await expect(page.getByRole('heading', { name: 'Basic Wash with Hand wax' })).toBeVisible();

  // Two hours would fit at noon, had the visit been as long as the service alone.
  const refused = await requestBooking(origin, { bookingDate: day, bookingTime: '12:00' });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { code: 'slot_taken' } });

  const mail = await receivedMail(origin, email, /is booked/);
  expect(mail.subject).toContain('Basic Wash with Hand wax');
  expect(mail.text).toContain(nameOfDay(day));
  expect(mail.text).toContain('$85.00');

  await owner.goto(`/admin/bookings/${bookingId}`);
  await expect(owner.getByText('Hand wax ($20.00)')).toBeVisible();
  await expect(owner.getByText('4 hours')).toBeVisible();
  await owner.goto(`/admin/bookings/new?date=${day}`);
  await owner.getByRole('radio', { name: 'Sedan' }).check();
  await owner.getByRole('checkbox', { name: 'Hand wax' }).check();
  await expect(owner.getByRole('complementary', { name: 'Basic Wash' })).toContainText('$85.00');
  await owner.close();
  await site.stop();
});

/** Turns the calendar to a day and chooses it. */
async function chooseDay(page: Page, day: string) {
  const name = nameOfDay(day).replace(/, \d{4}$/, '');
  const cell = page.getByRole('gridcell').getByRole('button', { name: new RegExp(name) });
  for (let month = 0; month < 4 && (await cell.count()) === 0; month += 1) {
    await page.getByRole('button', { name: 'Next month' }).click();
  }
  await cell.click();
}
