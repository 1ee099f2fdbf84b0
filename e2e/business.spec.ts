import { createBooking, freeDays, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const infoPassword = 'a password for tests';

test('a price that the owner publishes follows everywhere but in standing bookings, and goes back with one press', async ({
  page,
  server: { origin },
}) => {
  const [standingDay = '', newDay = ''] = freeDays(2);
  const inFull = { paymentOption: 'pay_full_online' } as const;
  const standing = await createBooking(origin, { bookingDate: standingDay, ...inFull });
  const homePage = async () => (await fetch(origin)).text();

  await resume(page, await signInByApi(origin));
  await page.goto('/admin/services');
  await page.getByRole('button', { name: 'Edit Basic Wash' }).click();
  await page.getByLabel('Sedan').fill('71.50');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const bar = page.getByRole('region', { name: 'Unpublished changes' });
  await expect(bar.getByText('Unpublished changes: 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Basic Wash' })).toBeFocused();
  await bar.getByText('Unpublished changes: 1').click();
  await expect(bar.getByText('Basic Wash, Sedan: $65.00 → $71.50')).toBeVisible();

  await bar.getByRole('link', { name: 'Preview' }).click();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText('$71.50').first()).toBeVisible();
  await page.getByLabel('Desktop').check();
  await expect(preview.getByText('$71.50').first()).toBeVisible();
  await expect(page).toHaveTitle(/^Preview/);
  expect(await homePage()).not.toContain('71.5');

  await bar.getByRole('button', { name: 'Publish' }).click();
  await expect(bar).toBeHidden();
  // As visitors and search engines read it, with its structured data.
  await expect.poll(homePage).toContain('$71.50');
  await expect.poll(homePage).toMatch(/application\/ld\+json[^]*71\.5/);
  const next = await createBooking(origin, { bookingDate: newDay, ...inFull });
  expect([standing, next].map(({ checkout }) => checkout.amountDueNow)).toEqual([6825, 7508]);
  // The payment is checked against the price that the booking was sold with.
  await payBooking(origin, standing);
  expect(await verifyPayment(origin, standing.bookingId)).toMatchObject({
    bookingStatus: 'confirmed',
  });

  await page.getByRole('link', { name: 'History' }).click();
  const newest = page.getByRole('main').getByRole('listitem').first();
  await expect(newest).toContainText('Basic Wash, Sedan: $65.00 → $71.50');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(newest).toContainText('Basic Wash, Sedan: $71.50 → $65.00');
  await expect.poll(homePage).not.toContain('71.5');
});

test.describe('Prices, more than five minutes after signing in', () => {
  // The server's answer to an old proof.
  test.use({ expectedErrors: [/status of 403/] });

  test('are published after the password, as they were typed', async ({
    page,
    server: { origin },
  }) => {
    await resume(page, await signInByApi(origin));
    await page.goto('/admin/services');
    await page.getByRole('button', { name: 'Edit Basic Wash' }).click();
    await page.getByLabel('Sedan').fill('72.50');
    await page.getByRole('button', { name: 'Save draft' }).click();
    let refused = 0;
    await page.route('**/functions/v1/publish-business', async (route) => {
      if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
      refused += 1;
      const error = { code: 'reauthentication_needed', message: 'Please confirm it’s you.' };
      await route.fulfill({ status: 403, json: { error } });
    });
    const bar = page.getByRole('region', { name: 'Unpublished changes' });
    await bar.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm it’s you' });
    await expect(dialog.getByLabel('Your Password')).toBeFocused();
    await page.keyboard.type(infoPassword);
    await page.keyboard.press('Enter');
    // Behind the dialog nothing has a role.
    await expect(dialog).toBeHidden();
    await expect(bar).toBeHidden();
    await page.getByRole('link', { name: 'History' }).click();
    const newest = page.getByRole('main').getByRole('listitem').first();
    await expect(newest).toContainText('Basic Wash, Sedan: $65.00 → $72.50');
    await page
      .getByRole('button', { name: /^Restore version/ })
      .first()
      .click();
    await expect(newest).toContainText('Basic Wash, Sedan: $72.50 → $65.00');
  });
});
