import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import {
  createBooking,
  freeDay,
  localDate,
  payBooking,
  post,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { chooseService } from './fixtures/booking-journey.ts';
import { answer, answerWith, fail, failedAnswer } from './fixtures/failing-backend.ts';
import { newCustomer, resume } from './fixtures/session.ts';
import { changeTexts } from './fixtures/text-messages.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ reducedMotion: 'reduce', expectedErrors: [failedAnswer] });

const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** One booking from morning to evening, as the calendar reads it. */
const fullDay = {
  booking_date: localDate(0),
  booking_time: '08:00:00',
  service_name: 'Basic Wash',
  duration_minutes: 720,
  crew: null,
};

async function paidBooking(origin: string, email: string, bookingDate: string) {
  const booking = await createBooking(origin, { bookingDate, email });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  return booking;
}

test('a guest’s bookings are accessible: search, not found, unavailable, found', async ({
  page,
  server,
}) => {
  test.slow();
  const email = 'axe-guest@customer.example';
  await changeTexts(server.origin, { is_on: true });
  const { bookingId } = await paidBooking(server.origin, email, freeDay());
  await page.goto('/my-bookings');
  await press(page, 'Find Booking');
  await expect(page.getByLabel('Booking ID')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the lookup with mistakes');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Booking ID').fill('7d1f0c5e-4b7e-4a55-9a54-0b8c5f1f2a10');
  await press(page, 'Find Booking');
  await said(page, 'No booking found with that email and ID.');
  await expectAccessible(page, 'a booking not found');
  const mend = await fail(page, '**/rest/v1/bookings?*');
  await page.getByLabel('Booking ID').fill(bookingId);
  await press(page, 'Find Booking');
  await said(page, 'The search failed.');
  await expectAccessible(page, 'the lookup out of reach');
  await mend();
  await press(page, 'Find Booking');
  await said(page, 'Keep your bookings in one place');
  await expect(page.getByRole('switch', { name: 'Text messages' })).toBeVisible();
  await expectAccessible(page, 'a booking found, with the choice of texts');
  await fail(page, '**/functions/v1/cancel-booking*');
  await press(page, 'Cancel');
  await press(page, 'Cancel booking');
  await said(page, 'Cancellation Failed');
  await expectAccessible(page, 'a cancellation that failed');
  await changeTexts(server.origin, { is_on: false });
});

test('a customer’s bookings are accessible: none, unavailable, listed, in a dialog, moved', async ({
  page,
  server,
}) => {
  test.slow();
  const email = 'axe-customer@customer.example';
  await resume(page, await newCustomer(server.origin, email));
  await page.goto('/my-bookings');
  await said(page, 'No bookings yet.');
  await expectAccessible(page, 'nothing booked');
  const mend = await fail(page, '**/rest/v1/bookings?*user_id=eq*');
  await page.reload();
  await said(page, 'Could not fetch your bookings.');
  await expectAccessible(page, 'the bookings out of reach');
  await mend();

  const { bookingId } = await paidBooking(server.origin, email, freeDay());
  await page.reload();
  await said(page, bookingId);
  await expectAccessible(page, 'the bookings');
  await press(page, 'Cancel');
  await expect(
    page.getByRole('alertdialog').getByText(/^If you cancel now, we refund/),
  ).toBeVisible();
  await expectAccessible(page, 'the question before a cancellation');
  await press(page, 'Keep booking');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();

  const repair = await fail(page, '**/rest/v1/bookings?*');
  await page.getByRole('link', { name: 'Reschedule' }).click();
  await said(page, 'We could not load your booking.');
  await expectAccessible(page, 'moving a booking out of reach');
  await repair();
  await press(page, 'Try again');
  // The button stays enabled and says what is missing.
  await page.getByRole('button', { name: 'Confirm New Time' }).press('Enter');
  await said(page, 'Incomplete');
  await expectAccessible(page, 'moving a booking without a time');
  const isBusy = await answer(page, /booked_slots\?.*booking_date=eq/, [fullDay]);
  await press(page, 'Show the first available day');
  await said(page, 'Fully booked on');
  await expectAccessible(page, 'a day without times');
  await isBusy();
  await page.reload();
  await press(page, 'Show the first available day');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expectAccessible(page, 'the times to move to');
  await page.getByRole('radio').first().check();
  await fail(page, '**/rest/v1/bookings?*');
  await press(page, 'Confirm New Time');
  await said(page, 'Failed to update booking.');
  await expectAccessible(page, 'a move that failed');
});

test('obstacles to a booking are accessible: no times, a payment in progress, a cancelled payment', async ({
  page,
  server,
}) => {
  test.slow();
  const busy = Array.from({ length: 62 }, (_, index) => ({
    ...fullDay,
    booking_date: localDate(index),
  }));
  const isBusy = await answerWith(page, 'booked_slots', busy);
  await chooseService(page, 'Basic Wash', 'Sedan');
  await said(page, 'is fully booked');
  await expectAccessible(page, 'a month without times');
  await isBusy();
  await fail(page, '**/rest/v1/booked_slots?*');
  await chooseService(page, 'Basic Wash', 'Sedan');
  await said(page, 'We couldn’t load the available times.');
  await expectAccessible(page, 'the times out of reach');

  const booking = await createBooking(server.origin, {
    bookingDate: freeDay(),
    email: 'axe-waiting@customer.example',
  });
  const unpaid = `/booking-confirmation?booking_id=${booking.bookingId}&payment_status=deposit_paid`;
  const mend = await fail(page, '**/functions/v1/verify-payment');
  await page.goto(unpaid);
  await said(page, 'Your booking is saved.');
  await expectAccessible(page, 'a confirmation out of reach');
  await mend();
  const isSlow = await answer(page, '**/functions/v1/verify-payment', {
    payment: 'processing',
    bookingStatus: 'pending_payment',
  });
  await press(page, 'Try again');
  await said(page, 'Your bank is processing the payment.');
  await expectAccessible(page, 'a payment on its way');
  await isSlow();
  await payBooking(server.origin, booking);
  // The provider's event may arrive at the same moment, and a changed booking is not cancelled.
  await verifyPayment(server.origin, booking.bookingId);
  const cancelled = await post(server.origin, '/functions/v1/cancel-booking', {
    bookingId: booking.bookingId,
  });
  expect(cancelled.status).toBe(200);
  await page.goto(unpaid);
  await said(page, 'This booking was cancelled.');
  await expectAccessible(page, 'a booking that does not stand');
});
