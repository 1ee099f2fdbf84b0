import {
  createBooking,
  freeDay,
  payBooking,
  requestBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { deposit, restOnSite } from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test.describe('The owner', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test.beforeEach(async ({ page, server }) => {
    await resume(page, await signInByApi(server.origin));
  });

  const paidBooking = async (origin: string, bookingDate: string, email: string) => {
    const booking = await createBooking(origin, { bookingDate, email });
    await payBooking(origin, booking);
    await verifyPayment(origin, booking.bookingId);
    return booking;
  };

  test('the owner takes a phone booking: it is confirmed, its customer gets the link, and its time is booked', async ({
    page,
    server,
  }) => {
    const bookingDate = freeDay();
    await page.goto(`/admin/bookings/new?date=${bookingDate}&time=12:00`);
    await page.getByRole('radio', { name: /^Premium Detailing/ }).check();
    await page.getByLabel('Full Name').fill('Pam Phone');
    await page.getByLabel('Phone').fill('905 555 0177');
    await page.getByLabel('Email Address').fill('pam@customer.example');
    await page.getByLabel('Car Model').fill('Honda Civic');
    await page.getByLabel('Car Year').fill('2021');
    await page.getByLabel('Street Address').fill('9 Elm Street');
    await page.getByLabel('City').fill('Caledon');
    await page.getByLabel('Postal Code').fill('l7c 1a1');
    await expect(page.getByText('$99.99').last()).toBeVisible();
    await expect(page.getByRole('radio', { name: '12:00 PM' })).toBeChecked();
    await page.getByRole('button', { name: 'Book it' }).click();
    await expect(page.getByRole('heading', { name: 'Pam Phone' })).toBeVisible();
    await expect(page.getByText('Booked by phone by info@lustre.example')).toBeVisible();

    const mail = await receivedMail(server.origin, 'pam@customer.example', /booked/i);
    const [link = ''] = /http[^"]*\/my-bookings\?booking_id=[0-9a-f-]+/.exec(mail.html) ?? [];
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await expect(page.getByText(/To be paid on site/)).toBeVisible();
    const taken = await requestBooking(server.origin, { bookingDate, bookingTime: '12:00' });
    expect(taken.status).toBe(409);
  });

  test(
    'the owner records a cash payment with a tip',
    { tag: '@full' },
    async ({ page, server }) => {
      const { bookingId } = await paidBooking(server.origin, freeDay(), 'cash@customer.example');
      await page.goto(`/admin/bookings/${bookingId}`);
      await page.getByRole('button', { name: `Record ${restOnSite()} payment` }).click();
      await page.getByLabel('Tip').fill('5');
      await page.getByRole('button', { name: `Record ${restOnSite(5)}` }).dblclick();
      await expect(page.getByText(`Paid ${restOnSite(5)}`)).toHaveCount(1);
      await expect(page.getByText('including a $5.00 tip')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add tip' })).toBeVisible();
    },
  );

  test('the owner cancels with a chosen refund, which the card receives and the page shows', async ({
    page,
    server,
  }) => {
    const { bookingId } = await paidBooking(server.origin, freeDay(), 'part@customer.example');
    await page.goto(`/admin/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(`Under the policy, ${deposit} is refunded now.`);
    await dialog.getByLabel('Refund').fill('12.50');
    await dialog.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(page.getByText('$12.50 is refunded to the card automatically.')).toBeVisible();
    await expect(page.getByText('$12.50 refunded')).toBeVisible();
    await expect(page.getByText('Refunded to the card', { exact: true })).toBeVisible();
    await expect(page.getByText(`Refund: ${deposit} → $12.50`)).toBeVisible();
    const mail = await receivedMail(server.origin, 'part@customer.example', /cancel/i);
    expect(mail.html).toContain('$12.50');
  });
});
