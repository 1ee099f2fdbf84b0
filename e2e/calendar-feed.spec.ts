import ICAL from 'ical.js';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });

test('the owner creates a calendar address on a phone, a calendar reads it, and the owner revokes it', async ({
  page,
  server,
}) => {
  const bookingDate = freeDay();
  const booking = await createBooking(server.origin, {
    bookingDate,
    email: 'calendar@customer.example',
  });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  await resume(page, await signInByApi(server.origin));

  await page.goto('/admin');
  const bar = page.getByRole('navigation', { name: 'Administration' });
  await bar.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('link', { name: 'Phone calendar' }).click();
  await page.getByLabel(/^Name/).fill('My phone');
  await page.getByRole('button', { name: 'Create address' }).click();
  const address = await page.getByText(/\/functions\/v1\/calendar-feed\?token=/).innerText();

  const answer = await page.request.get(address);
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()) as unknown[]);
  const visit = calendar
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
    .find(({ startDate }) => startDate.toJSDate().toISOString().startsWith(bookingDate));
  expect(await answer.text()).not.toContain(booking.bookingId);
  const link = /\/admin\/visits\/[\w-]+/.exec(visit?.description ?? '')?.[0] ?? '';

  await page.getByRole('button', { name: 'Revoke My phone' }).click();
  await page.getByRole('button', { name: 'Revoke address', exact: true }).click();
  await expect(page.getByText('No calendar addresses yet.')).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);

  await page.goto(link);
  await expect(page).toHaveURL(`/admin/bookings/${booking.bookingId}`);
});
