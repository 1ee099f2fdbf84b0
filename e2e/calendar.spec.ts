import type { Page } from '@playwright/test';
import {
  answered,
  createBooking,
  freeDay,
  freeDays,
  payBooking,
  post,
  readBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

async function book(origin: string, bookingDate: string, bookingTime: string, email: string) {
  const booking = await createBooking(origin, { bookingDate, bookingTime, email });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  return booking.bookingId;
}

/** The position of a calendar event on the screen. */
async function boxOf(page: Page, name: RegExp) {
  const event = page.getByRole('button', { name });
  await event.scrollIntoViewIfNeeded();
  const box = await event.boundingBox();
  if (!box) throw new Error(`${String(name)} is not shown`);
  return box;
}

test('dragging a booking to a booked time is refused', async ({ page, server, expectedErrors }) => {
  // The browser logs the backend's refusal.
  expectedErrors.push(/409/);
  const day = freeDay();
  const early = await book(server.origin, day, '09:00', 'early@customer.example');
  const late = await book(server.origin, day, '12:00', 'late@customer.example');
  await resume(page, await signInByApi(server.origin));
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goto(`/admin/bookings?view=day&day=${day}`);

  const from = await boxOf(page, /9:00/);
  const to = await boxOf(page, /12:00/);
  await page.mouse.move(from.x + from.width / 2, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + 60, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + 10, { steps: 8 });
  await page.mouse.up();

  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('at 9:00 AM to');
  await expect(question).toContainText('at 12:00 PM. We email the new time to the customer.');
  await question.getByRole('button', { name: 'Move booking', exact: true }).click();
  await expect(question).toContainText('Sorry, that time is no longer available.');
  await question.getByRole('button', { name: 'Keep current time' }).click();

  await expect(question).toBeHidden();
  expect((await boxOf(page, /9:00/)).y).toBe(from.y);
  for (const [id, time] of [
    [early, '09:00:00'],
    [late, '12:00:00'],
  ] as const) {
    expect(await readBooking(server.origin, id)).toMatchObject([
      { booking_date: day, booking_time: time },
    ]);
  }
});

test("a customer's booking appears on the open calendar without a reload", async ({
  page,
  server,
}) => {
  const [day = '', emptyDay = ''] = freeDays(2);
  const owner = await signInByApi(server.origin);
  await resume(page, owner);
  await page.goto(`/admin/bookings?view=day&day=${day}`);
  await expect(page.getByRole('group', { name: 'Days' })).toBeVisible();
  const event = page.getByRole('button', { name: /Robin Marsh/ });
  await expect(event).toBeHidden();

  await book(server.origin, day, '15:00', 'appears-by-itself@customer.example');
  await expect(event).toContainText('3:00');
  await expect(event).toContainText('Basic Wash');
  // Disappears here when it is moved on another screen.
  const [{ id } = { id: '' }] = (
    await answered<{ bookings: { id: string }[] }>(
      await post(
        server.origin,
        '/rest/v1/rpc/find_bookings',
        { search: 'appears-by-itself@customer.example' },
        { authorization: `Bearer ${owner.access_token}` },
      ),
    )
  ).bookings;
  const moved = await post(
    server.origin,
    '/rest/v1/rpc/move_booking',
    { target_booking_id: id, new_date: emptyDay, new_time: '09:00' },
    { authorization: `Bearer ${owner.access_token}` },
  );
  expect(moved.ok).toBe(true);
  await expect(event).toBeHidden();

  // Dragging over the empty day blocks it; then it is unblocked.
  await page.getByText('1PM', { exact: true }).scrollIntoViewIfNeeded();
  const nine = await page.getByText('9AM', { exact: true }).boundingBox();
  const one = await page.getByText('1PM', { exact: true }).boundingBox();
  if (!nine || !one) throw new Error('The hours are not shown');
  const across = nine.x + nine.width + 150;
  await page.mouse.move(across, nine.y + 4);
  await page.mouse.down();
  await page.mouse.move(across, one.y - 8, { steps: 6 });
  await page.mouse.up();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('9:00 AM to 1:00 PM');
  await panel.getByRole('button', { name: 'Block time' }).click();
  await panel.getByRole('button', { name: 'Block this time' }).click();
  await expect(panel).toBeHidden();
  const timeOff = page.getByRole('button', { name: /9:00.*Blocked time/ });
  await timeOff.click();
  await panel.getByRole('button', { name: 'Unblock this time' }).click();
  await expect(timeOff).toBeHidden();
});
