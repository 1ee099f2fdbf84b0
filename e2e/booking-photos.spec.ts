import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  bookUpToPayment,
  chooseService,
  continueToPayment,
  expectConfirmed,
  fillDetails,
  payByCard,
  payDeposit,
  pickTime,
} from './fixtures/booking-journey.ts';
import { expectAccessible } from './fixtures/accessibility.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

/** The last one is the one that the test goes on with. */
const widths = [390, 320, 1280] as const;

test.use({ viewport: { width: 390, height: 844 } });

/** A photo like a phone's, with position and camera in its metadata. */
async function phonePhoto(name: string, background: string) {
  const picture = sharp({ create: { width: 2000, height: 1500, channels: 3, background } });
  const buffer = await picture
    .withExifMerge({
      IFD0: { Make: 'PhoneMaker' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 52/1 0/1' },
    })
    .jpeg()
    .toBuffer();
  expect(buffer.includes('PhoneMaker')).toBe(true);
  return { name, mimeType: 'image/jpeg', buffer };
}

const photos = () =>
  Promise.all([phonePhoto('front.jpg', '#8a1c1c'), phonePhoto('back.jpg', '#1c3c8a')]);

const enlarge = (page: Page) => page.getByRole('button', { name: /^Enlarge photo/ });

async function findAsGuest(page: Page, bookingId: string, email: string) {
  await page.goto('/my-bookings');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Booking ID').fill(bookingId);
  await page.getByRole('button', { name: /find/i }).click();
}

test(
  'a guest books with two photos of the car, the owner sees them, the guest removes one, and the owner sees one',
  { tag: '@full' },
  async ({ page, server, browser, expectedErrors }) => {
    expectedErrors.push(/net::ERR_FAILED/);
    const email = 'photos@customer.example';
    await chooseService(page, 'Basic Wash', 'Sedan');
    await pickTime(page);
    await fillDetails(page, { email });
    await page
      .getByLabel('Add photos')
      .setInputFiles([
        ...(await photos()),
        { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
      ]);
    await expect(page.getByText(/This file is not a photo/)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Preview of photo/ })).toHaveCount(2);
    await expectAccessible(page, 'chosen photos');

    // The first photo fails once; the booking goes on.
    const sent: Buffer[] = [];
    await page.route('**/storage/v1/object/bookings/*', async (route) => {
      sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0));
      await (sent.length === 1 ? route.abort() : route.continue());
    });
    await continueToPayment(page, payDeposit);
    await expect(page.getByText(/^Not sent: We could not reach the server/)).toBeVisible();
    await expect(page.getByText('Added', { exact: true })).toHaveCount(1);
    await expectAccessible(page, 'a photo that was not sent', widths);
    await page.getByRole('button', { name: 'Try photo 1 again' }).click();
    await expect(page.getByText('Added', { exact: true })).toHaveCount(2);
    for (const body of sent) {
      expect(body.length).toBeGreaterThan(1000);
      expect(body.includes('PhoneMaker') || body.includes('Exif')).toBe(false);
    }
    await payByCard(page, '$20.00');
    const bookingId = await expectConfirmed(page);

    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const owner = await context.newPage();
    await resume(owner, await signInByApi(server.origin));
    await owner.goto(`${server.origin}/admin/bookings/${bookingId}`);
    await expect(enlarge(owner)).toHaveCount(2);
    await expectAccessible(owner, 'photos of a visit', [390, 320]);
    await enlarge(owner).first().press('Enter');
    const large = owner.getByRole('dialog', { name: 'Photo 1 of 2' });
    await expect(large.getByRole('img')).toBeVisible();
    await owner.keyboard.press('ArrowRight');
    await expect(
      owner.getByRole('dialog', { name: 'Photo 2 of 2' }).getByRole('img'),
    ).toBeVisible();
    await expectAccessible(owner, 'a large photo', widths);
    await owner.keyboard.press('Escape');
    await expect(owner.getByRole('dialog')).toBeHidden();
    await expect(enlarge(owner).nth(1)).toBeFocused();

    await findAsGuest(page, bookingId, email);
    await expect(enlarge(page)).toHaveCount(2);
    await expectAccessible(page, 'photos of a booking', widths);
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
    await expect(page.getByText('Photo removed').first()).toBeVisible();
    await expect(enlarge(page)).toHaveCount(1);

    await owner.reload();
    await expect(enlarge(owner)).toHaveCount(1);
    await context.close();
  },
);

test('a guest adds photos later, four at most', { tag: '@full' }, async ({ page }) => {
  const email = 'later@customer.example';
  await bookUpToPayment(page, { email });
  await payByCard(page, '$20.00');
  const bookingId = await expectConfirmed(page);
  await findAsGuest(page, bookingId, email);
  const [one, two] = await photos();
  await page.getByLabel('Add photos').setInputFiles([one, two, one, two, one]);
  await expect(page.getByText('You can add up to 4 photos.')).toBeVisible();
  await expect(enlarge(page)).toHaveCount(4);
  await expect(page.getByLabel('Add photos')).toBeHidden();
});
