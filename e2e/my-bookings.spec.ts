import {
  createBooking,
  freeDay,
  payBooking,
  requestBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { deposit } from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/test.ts';

test.describe('A guest', () => {
  test('a guest finds a booking by email address and id and cancels it, is refunded, and the time is available again [S1.8, S1.11, S6.4]', async ({
    page,
    server,
  }) => {
    const email = 'finder@customer.example';
    const bookingDate = freeDay();
    const booking = await createBooking(server.origin, { bookingDate, email });
    await payBooking(server.origin, booking);
    await verifyPayment(server.origin, booking.bookingId);

    await page.goto('/my-bookings');
    await page.getByLabel('Email Address').fill(` ${email} `);
    await page.getByLabel('Booking ID').fill(` ${booking.bookingId} `);
    await page.getByRole('button', { name: /find/i }).click();
    await expect(page.getByText('Basic Wash').first()).toBeVisible();
    await expect(page.getByText('Upcoming').first()).toBeVisible();

    await page.getByRole('button', { name: /^Cancel/ }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText(
      'Are you sure you want to cancel this booking? Please check our cancellation policy.',
    );
    await dialog.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(page.getByText('Booking Cancelled').first()).toBeVisible();
    await expect(
      page.getByText(`A refund of ${deposit} is being processed.`).first(),
    ).toBeVisible();
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();

    const mail = await receivedMail(server.origin, email, /cancel/i);
    expect(mail.html).toContain(deposit);
    const again = await requestBooking(server.origin, {
      bookingDate,
      email: 'next@customer.example',
    });
    expect(again.status).toBe(201);
  });

  test('a guest logs in before moving a booking [S2.17]', async ({ page, server }) => {
    const booking = await createBooking(server.origin, {
      bookingDate: freeDay(),
      email: 'mover@customer.example',
    });
    await payBooking(server.origin, booking);
    await verifyPayment(server.origin, booking.bookingId);
    await page.goto(`/my-bookings?booking_id=${booking.bookingId}`);
    await page.getByRole('link', { name: 'Reschedule' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('a guest gets an error when the email address or the id does not match [S5.21]', async ({
    page,
    server,
  }) => {
    const email = 'exact@customer.example';
    const { bookingId } = await createBooking(server.origin, { bookingDate: freeDay(), email });
    for (const [typedEmail, typedId] of [
      ['someone.else@customer.example', bookingId],
      [email, '7d1f0c5e-4b7e-4a55-9a54-0b8c5f1f2a10'],
    ] as const) {
      await page.goto('/my-bookings');
      await page.getByLabel('Email Address').fill(typedEmail);
      await page.getByLabel('Booking ID').fill(typedId);
      await page.getByRole('button', { name: /find/i }).click();
      await expect(page.getByText('Not Found', { exact: true }).first()).toBeVisible();
      await expect(
        page.getByText('No booking found with that email and ID.').first(),
      ).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(0);
    }
  });
});
