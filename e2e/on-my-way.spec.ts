import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const email = 'follows@customer.example';

// A visit of today: only a PostgreSQL lets another process move one there.
test('a customer follows the visit from the way to the balance, by the link in the email', async ({
  page,
  server,
  database,
  browser,
}) => {
  const booking = await createBooking(server.origin, {
    bookingDate: freeDay(),
    email,
    name: 'Vera Follow',
  });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  await database?.query(
    'update public.bookings set booking_date = private.local_today() where id = $1',
    [booking.bookingId],
  );
  // The crew's next visit is the one with a way.
  await database?.query(
    `update public.bookings set done_at = now()
     where booking_date = private.local_today() and id <> $1 and done_at is null and no_show_at is null
       and status in ('deposit_paid', 'confirmed', 'paid')`,
    [booking.bookingId],
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await resume(page, await signInByApi(server.origin));
  await page.goto('/admin');
  const car = page.getByRole('article').filter({ hasText: 'Vera Follow' });
  await car.getByRole('combobox', { name: /^Arrival/ }).selectOption({ label: 'In 20 minutes' });
  await car.getByRole('button', { name: /^On my way/ }).click();
  await expect(page.getByText(`We email ${email} in ten seconds.`)).toBeVisible();
  await expect(car.getByText(/^On the way since/)).toBeVisible();

  const { text } = await receivedMail(server.origin, email, /^We’re on our way/);
  const [link = ''] = /http\S+\/visit\/[\w-]{22}/.exec(text) ?? [];
  const customer = await (await browser.newContext()).newPage();
  await customer.goto(link);
  await expect(customer.getByRole('heading', { name: 'We’re on our way' })).toBeVisible();
  await expect(customer.getByText(/^about (20|19) min$/)).toBeVisible();

  await car.getByRole('button', { name: /^Start work/ }).click();
  await expect(car.getByText(/^Working since/)).toBeVisible();
  await customer.reload();
  await expect(customer.getByRole('heading', { name: 'We’re working on your car' })).toBeVisible();

  await car.getByRole('button', { name: /^Mark done/ }).click();
  await expect(car.getByRole('button', { name: /^Undo “Done”/ })).toBeVisible();
  await customer.reload();
  await expect(customer.getByRole('heading', { name: 'Your car is ready' })).toBeVisible();
  await expect(customer.getByRole('link', { name: 'Leave a Review' })).toBeVisible();
  await customer.getByRole('button', { name: 'Pay the balance' }).click();
  await expect(customer.getByRole('heading', { name: 'Pay the balance' })).toBeVisible();
  await customer.context().close();
});
