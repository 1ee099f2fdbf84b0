import { createBooking, freeDay, post, readBooking } from './fixtures/booking-api.ts';
import { expect, test } from './fixtures/test.ts';

test.describe('Tampering', () => {
  test.describe('with a payment', () => {
    test.use({ expectedErrors: [/40\d/] });

    test('payment_status=full_paid typed by hand confirms nothing', async ({ page, server }) => {
      const { bookingId } = await createBooking(server.origin, {
        bookingDate: freeDay(),
        email: 'by-hand@customer.example',
      });
      await page.goto(`/booking-confirmation?booking_id=${bookingId}&payment_status=full_paid`);
      await expect(page.getByText('Confirmation Error').first()).toBeVisible();
      await expect(page.getByText('Failed to update booking status.').first()).toBeVisible();
      await expect(page).toHaveURL(/\/$/);
      const [booking] = await readBooking(server.origin, bookingId);
      expect(booking?.status).toBe('pending_payment');
    });
  });

  test('a changed amount is refused', async ({ server }) => {
    const booking = await createBooking(server.origin, {
      bookingDate: freeDay(),
      email: 'cheaper@customer.example',
    });
    const answer = await post(server.origin, '/functions/v1/create-payment-intent', {
      bookingId: booking.bookingId,
      amountToCharge: 100,
      customerInfo: {},
    });
    expect(answer.status).toBe(409);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('amount_mismatch');
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  test('a booking is readable only with its own id', async ({ server }) => {
    const mine = await createBooking(server.origin, {
      bookingDate: freeDay(),
      email: 'mine@customer.example',
    });
    const theirs = await createBooking(server.origin, {
      bookingDate: freeDay(),
      email: 'theirs@customer.example',
    });

    const everything = await fetch(`${server.origin}/rest/v1/bookings?select=*`);
    const rows: unknown = await everything.json();
    expect(Array.isArray(rows) ? rows : [], 'rows an anonymous visitor sees').toEqual([]);
    const allIds = await fetch(`${server.origin}/rest/v1/bookings?select=id`);
    expect(await allIds.json()).toEqual([]);
    expect(await readBooking(server.origin, theirs.bookingId, mine.bookingId)).toEqual([]);
    expect(await readBooking(server.origin, mine.bookingId)).toHaveLength(1);
  });
});

test('the confirmation without a booking redirects home [S2.66]', async ({ page }) => {
  await page.goto('/booking-confirmation');
  await expect(page).toHaveURL(/\/$/);
});

test('the checkout without a booking says so and redirects home', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByText('No booking information found.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('the schedule without a service has nothing to choose [S2.14, S2.81]', async ({ page }) => {
  await page.goto('/schedule');
  await expect(page.getByText('No Service Selected')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});
