import type { Page } from '@playwright/test';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { expectAccessible } from './fixtures/accessibility.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { photoFile } from './fixtures/photo-file.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

/** The last one is the one that the test goes on with. */
const widths = [1280, 320, 390] as const;

test.use({ viewport: { width: 390, height: 844 } });

async function openVisit(page: Page, origin: string, email: string) {
  const booking = await createBooking(origin, { bookingDate: freeDay(), email, name: 'Wes Work' });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  await resume(page, await signInByApi(origin));
  await page.goto(`/admin/bookings/${booking.bookingId}`);
  return booking;
}

const enlarge = (page: Page, kind: string) =>
  page.getByRole('button', { name: new RegExp(`^Enlarge ${kind} photo`) });

test('@full the owner takes photos, one of which is sent again, ticks the list and marks the condition', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/);
  await openVisit(page, server.origin, 'work@customer.example');
  // Before its day the work is closed.
  await page.getByText('Photos, condition and checklist').click();
  let sent = 0;
  await page.route('**/storage/v1/object/bookings/*', async (route) => {
    sent += 1;
    await (sent === 1 ? route.abort() : route.continue());
  });
  await page
    .getByLabel('Take photos: before photos')
    .setInputFiles([
      await photoFile('front.jpg', '#8a1c1c'),
      await photoFile('back.jpg', '#1c3c8a'),
    ]);
  await expectAccessible(page, 'a photo of the work that is not sent yet', widths);
  // By itself, once each.
  await expect(enlarge(page, 'before')).toHaveCount(2);
  expect(sent).toBe(3);
  await page.getByRole('button', { name: 'Remove before photo 2' }).click();
  await expect(enlarge(page, 'before')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(enlarge(page, 'before')).toHaveCount(2);

  await expect(page.getByText('4 of 4 not ticked').first()).toBeVisible();
  await page.getByRole('checkbox', { name: /^Exterior wash/ }).click();
  await expect(page.getByText('3 of 4 not ticked').first()).toBeVisible();

  await page.getByText('Mark damage on a drawing').click();
  const drawing = page.getByRole('img', { name: /^The car from above/ });
  const box = await drawing.boundingBox();
  await drawing.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) * 0.2 } });
  const form = page.getByRole('form', { name: 'Mark 1: Hood' });
  await form.getByLabel('Damage').selectOption('Chip');
  await form.getByLabel('Note').fill('above the badge');
  await expectAccessible(page, 'a mark before it is saved', widths);
  await page.getByRole('button', { name: 'Save mark' }).click();
  await expect(page.getByText('Hood: chip, above the badge')).toBeVisible();

  // By keyboard alone.
  await page.getByRole('button', { name: 'Add mark' }).press('Enter');
  await page.getByLabel('Part of the car').selectOption('Roof');
  await page.getByRole('button', { name: 'Save mark' }).press('Enter');
  await expect(page.getByText('Roof: scratch')).toBeVisible();
  await page.getByRole('button', { name: 'Remove mark 1' }).click();
  await expect(page.getByText('Hood: chip, above the badge')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Hood: chip, above the badge')).toBeVisible();
  await expectAccessible(page, 'the work on a visit', widths);
});

test('the customer gets the photos of the visit and agrees to show a pair, which the gallery shows until they revoke it', async ({
  page,
  server,
  browser,
  database,
}) => {
  const email = 'pair@customer.example';
  const { bookingId } = await openVisit(page, server.origin, email);
  await database?.query(
    // A time of today that no other test takes.
    `update public.bookings set booking_date = private.local_today(), booking_time = '18:00' where id = $1`,
    [bookingId],
  );
  await page.reload();
  await page
    .getByLabel('Choose photos: before photos')
    .setInputFiles([
      await photoFile('front.jpg', '#5a4a3c'),
      await photoFile('back.jpg', '#4c3c2e'),
    ]);
  await page
    .getByLabel('Choose photos: after photos')
    .setInputFiles([await photoFile('shiny.jpg', '#1c3c8a')]);
  await expect(enlarge(page, 'before')).toHaveCount(2);
  await expect(enlarge(page, 'after')).toHaveCount(1);
  await page.getByRole('checkbox', { name: /^Exterior wash/ }).click();
  await expect(page.getByText('3 of 4 not ticked').first()).toBeVisible();
  await expect(page.getByText('The customer hasn’t agreed to show a pair.')).toBeVisible();
  await page.getByRole('button', { name: 'Mark done' }).click();
  await page.getByRole('button', { name: 'Mark done anyway' }).click();
  await expect(page.getByText(/^Done, marked/)).toBeVisible();

  const { html } = await receivedMail(server.origin, email, /^Your car, before and after/);
  const [, link = ''] = /(\/car-photos\?token=[^"]+)"/.exec(html) ?? [];
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const customer = await phone.newPage();
  await customer.goto(`${server.origin}${link}`);
  await expect(enlarge(customer, 'before')).toHaveCount(2);
  await expect(enlarge(customer, 'after')).toHaveCount(1);
  await customer.getByRole('button', { name: 'Agree to show a pair' }).click();
  await expect(customer.getByText(/^You agreed on/)).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue(/^Basic Wash, /);
  await page.getByRole('button', { name: 'Add to gallery' }).click();
  await expect(page.getByText('A pair of this visit is in the gallery.')).toBeVisible();
  await customer.goto(`${server.origin}/gallery`);
  await expect(customer.getByRole('heading', { name: 'Before and after' })).toBeVisible();

  await customer.goto(`${server.origin}${link}`);
  await expect(customer.getByText(/A pair is in our gallery/)).toBeVisible();
  await customer.getByRole('button', { name: 'Stop showing photos' }).click();
  await expect(customer.getByText(/^You no longer agree/)).toBeVisible();
  await customer.goto(`${server.origin}/gallery`);
  await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(customer.getByRole('heading', { name: 'Before and after' })).toBeHidden();
  await phone.close();
});
