import type { Page } from '@playwright/test';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { expectConfirmed, fillDetails, payByCard, pickTime } from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { newCustomer, resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const draftBar = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' });

async function saveDraft(page: Page, changes: number) {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(draftBar(page).getByText(`Unpublished changes: ${changes}`)).toBeVisible();
}

async function changeTheBusiness(page: Page) {
  await page.goto('/admin/services');
  await page.getByRole('button', { name: 'Edit Basic Wash' }).click();
  await page.getByLabel('Name').fill('Essential Wash');
  await page.getByLabel('Sedan').fill('71.50');
  await page.getByLabel('Duration in minutes').fill('150');
  await page.getByLabel('Description').fill('A careful wash by hand.');
  await saveDraft(page, 4);
  await page.getByRole('button', { name: 'Add service' }).click();
  await page.getByLabel('Name').fill('Headlight Care');
  await page.getByLabel('Duration in minutes').fill('60');
  await page.getByLabel('Sedan').fill('40');
  await page.getByLabel('SUV / Compact SUV').fill('45');
  await page.getByLabel('Description').fill('Clear headlights again.');
  await page.getByLabel('Features').fill('Polish\nSealant');
  await saveDraft(page, 5);

  await page.goto('/admin/rules');
  await page.getByLabel('Free cancellation, hours before the visit').fill('48');
  await page.getByLabel('Name of the tax').fill('HST (13%)');
  await page.getByLabel('Rate in percent').fill('13');
  await page.getByLabel('Bookings with a deposit or paid on site carry tax too').check();
  await saveDraft(page, 9);

  await page.goto('/admin/coupons');
  await page.getByRole('button', { name: 'Add coupon' }).click();
  await page.getByLabel('Code').fill('autumn10');
  await page.getByLabel('Discount as').selectOption('Percentage');
  await page.getByLabel('Discount in percent').fill('10');
  await page.getByLabel('Show it on the home page').check();
  await saveDraft(page, 11);

  await page.goto('/admin/business');
  await page.getByLabel('Business name').fill('Ferry Mobile Wash');
  await page.getByLabel('Logo to upload').setInputFiles('public/icons/icon-192.png');
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await saveDraft(page, 13);
  await draftBar(page).getByRole('button', { name: 'Publish' }).click();
  await expect(draftBar(page)).toBeHidden();
}

async function ask(page: Page, question: string, answer: RegExp) {
  const chat = page.getByRole('dialog', { name: /^Ask / });
  await chat.getByRole('textbox').fill(question);
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByRole('log')).toContainText(answer);
}

test(
  'what the owner changes and publishes follows on every screen, in the chat, in emails and in the next booking, and a standing booking keeps what it was sold',
  { tag: '@full' },
  async ({ page, browser, startSite }) => {
    // Its own site: other tests of the worker know the default business.
    const site = await startSite({});
    const { origin } = site;
    const standingCustomer = await newCustomer(origin, 'standing@customer.example');
    const standing = await createBooking(origin, {
      bookingDate: freeDay(),
      email: standingCustomer.user.email,
      paymentOption: 'pay_full_online',
    });
    await payBooking(origin, standing);
    await verifyPayment(origin, standing.bookingId);

    const ownersPage = await browser.newPage({ baseURL: origin });
    await resume(ownersPage, await signInByApi(origin));
    await changeTheBusiness(ownersPage);

    await test.step('the home page and its structured data', async () => {
      const html = async () => (await fetch(origin)).text();
      await expect.poll(html).toContain('Headlight Care');
      const [, json = '{}'] = /application\/ld\+json[^>]*>([^<]*)</.exec(await html()) ?? [];
      const { makesOffer } = JSON.parse(json) as {
        makesOffer: { name: string; price: string; itemOffered: { description: string } }[];
      };
      expect(makesOffer.map(({ name, price }) => `${name} ${price}`)).toEqual([
        'Essential Wash 71.50',
        'Premium Detailing 99.99',
        'Luxury Package 129.99',
        'Headlight Care 40.00',
      ]);
      expect(makesOffer[0]?.itemOffered.description).toBe('A careful wash by hand.');
      await page.goto(origin);
      await expect(page.getByText('Take 10% off with AUTUMN10')).toBeVisible();
      await expect(page.getByText('Clear headlights again.')).toBeVisible();
      const logo = page.getByRole('banner').getByRole('img', { name: 'Ferry Mobile Wash' });
      await expect
        .poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth))
        .toBeGreaterThan(0);
      for (const file of ['manifest.webmanifest', 'offline.html']) {
        const text = await (await fetch(`${origin}/${file}`)).text();
        expect(text).toContain('Ferry Mobile Wash');
        expect(text).not.toContain('Lustre');
      }
    });

    await test.step('the chat', async () => {
      await page.getByRole('button', { name: 'Chat with us' }).click();
      await ask(
        page,
        'prices',
        /Essential Wash \(2 hours 30 minutes\): Sedan \$71\.50.*Headlight Care \(1 hour\)/s,
      );
      await ask(page, 'do you have a coupon?', /AUTUMN10 for 10% off/);
      await ask(page, 'how can I pay?', /plus HST \(13%\).*at least 48 hours/s);
      await ask(page, 'cancel my booking', /at least 48 hours/);
      await page.getByRole('button', { name: 'Close chat' }).click();
    });

    const bookingId = await test.step('the next booking', async () => {
      await page.getByRole('button', { name: 'Select Headlight Care' }).click();
      await page.getByRole('button', { name: 'Schedule Now' }).click();
      await expect(page).toHaveURL(/\/schedule$/);
      await expect(page.getByRole('heading', { name: 'Headlight Care' })).toBeVisible();
      await pickTime(page);
      await fillDetails(page, { email: 'next@customer.example', phone: '416 555 0177' });
      await page.getByLabel('Coupon Code').fill('autumn10');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('$4 off applied')).toBeVisible();
      await expect(page.getByText(/at least 48 hours before/).first()).toBeVisible();
      await page.getByRole('radio', { name: 'Pay in full online' }).check();
      await expect(page.getByText('HST (13%) is added.')).toHaveCount(2);
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await expect(page).toHaveURL(/\/checkout$/);
      // $40.00, less 10 %, plus 13 %.
      for (const line of ['Headlight Care', 'Coupon AUTUMN10', '−$4.00', 'HST (13%)', '$4.68']) {
        await expect(page.getByText(line).first()).toBeVisible();
      }
      await payByCard(page, '$40.68');
      return expectConfirmed(page);
    });

    await test.step('the email about it', async () => {
      const { text, html } = await receivedMail(origin, 'next@customer.example', /Headlight Care/);
      expect(html).toMatch(/<img src="[^"]+\/storage\/[^"]+" alt="Ferry Mobile Wash"/);
      for (const part of ['$40.00', '$4.00', 'HST (13%)', '$4.68', '$40.68', '48 hours']) {
        expect(text).toContain(part);
      }
    });

    await test.step('its deposit and tax when it is paid on site', async () => {
      const deposit = await createBooking(origin, {
        bookingDate: freeDay(),
        email: 'deposit@customer.example',
      });
      await ownersPage.goto(`/admin/bookings/${deposit.bookingId}`);
      await expect(ownersPage.getByText('HST (13%)')).toBeVisible();
      await expect(ownersPage.getByText('$80.80')).toBeVisible();
      await expect(ownersPage.getByText('2 hours 30 minutes')).toBeVisible();
      await ownersPage.goto(`/admin/bookings/${bookingId}`);
      await expect(ownersPage.getByText('Coupon AUTUMN10')).toBeVisible();
    });

    await test.step('the standing booking in My Bookings and on the owner’s card', async () => {
      const customersPage = await browser.newPage({ baseURL: origin });
      await resume(customersPage, standingCustomer);
      await customersPage.goto('/my-bookings');
      const card = customersPage.getByRole('article', { name: 'Basic Wash' });
      await expect(card).toContainText('$68.25');
      await card.getByRole('button', { name: 'Cancel' }).click();
      const question = customersPage.getByRole('alertdialog').or(customersPage.getByRole('dialog'));
      await expect(question).toContainText('24 hours');
      await expect(question).not.toContainText('48 hours');

      await ownersPage.goto(`/admin/bookings/${standing.bookingId}`);
      const main = ownersPage.getByRole('main');
      for (const kept of ['Basic Wash', '2 hours', '$65.00', 'GST (5%)', '$3.25', '$68.25']) {
        await expect(main.getByText(kept).first()).toBeVisible();
      }
      await expect(main).not.toContainText('HST');
      const { text } = await receivedMail(origin, standingCustomer.user.email, /Basic Wash/);
      expect(text).toContain('24 hours');
      await customersPage.close();
    });
    await ownersPage.close();
    await site.stop();
  },
);
