import {
  createBooking,
  freeDay,
  payBooking,
  requestBooking,
  verifyPayment,
  type CreatedBooking,
} from './fixtures/booking-api.ts';
import {
  bookUpToPayment,
  deposit,
  expectConfirmed,
  payByCard,
} from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/test.ts';

// The test changes times in the database, which only a PostgreSQL allows another process.
test.describe('An expired hold', () => {
  const expireHold = `update public.slot_claims set expires_at = now() - interval '1 minute' where booking_id = $1`;

  test('takes its time again when its payment arrives and the time is still available', async ({
    server,
    database,
  }) => {
    const booking = await createBooking(server.origin, {
      bookingDate: freeDay(),
      email: 'late@customer.example',
    });
    await database?.query(expireHold, [booking.bookingId]);
    await payBooking(server.origin, booking);
    const { payment, bookingStatus } = await verifyPayment(server.origin, booking.bookingId);
    expect({ payment, bookingStatus }).toEqual({
      payment: 'succeeded',
      bookingStatus: 'deposit_paid',
    });
  });

  test('is refunded in full when its time was booked, and the page and an email say so', async ({
    page,
    server,
    database,
  }) => {
    const email = 'too-late@customer.example';
    const { time } = await bookUpToPayment(page, { email });
    await expect(page.getByLabel('Card number')).toBeVisible();
    const [held] = ((await database?.query(
      'select id, booking_date::text as date from public.bookings where customer_email = $1',
      [email],
    )) ?? []) as { id: string; date: string }[];
    await database?.query(expireHold, [held?.id]);
    const other = await requestBooking(server.origin, {
      bookingDate: held?.date ?? '',
      bookingTime: time,
      email: 'quicker@customer.example',
    });
    expect(other.status).toBe(201);

    await payByCard(page, deposit);
    await expect(page.getByText(/refunded/i).first()).toBeVisible();
    const mail = await receivedMail(server.origin, email, /refunding your payment/);
    expect(mail.html).toContain(deposit);
  });

  test('can be renewed from the checkout', { tag: '@full' }, async ({ page, database }) => {
    const email = 'again@customer.example';
    await page.route('**/functions/v1/create-booking', async (route) => {
      const response = await route.fetch();
      const booking = (await response.json()) as CreatedBooking;
      const holdExpiresAt = new Date(Date.now() + 5000).toISOString();
      const json = { ...booking, checkout: { ...booking.checkout, holdExpiresAt } };
      await route.fulfill({ response, json });
    });
    await bookUpToPayment(page, { email });
    const [held] = ((await database?.query(
      'select id from public.bookings where customer_email = $1',
      [email],
    )) ?? []) as { id: string }[];
    await database?.query(expireHold, [held?.id]);
    await page.getByRole('button', { name: /hold .*again/i }).click();
    await payByCard(page, deposit);
    await expectConfirmed(page);
  });
});
