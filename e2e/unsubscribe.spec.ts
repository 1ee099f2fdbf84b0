import { createBooking, freeDay, payBooking, post, verifyPayment } from './fixtures/booking-api.ts';
import { listed, receivedMail } from './fixtures/mailbox.ts';
import { signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const email = 'asked-enough@customer.example';

// A past visit: only a PostgreSQL lets another process move one into the past.
test('the link in a review request unsubscribes without signing in, and no other request follows', async ({
  page,
  server,
  database,
}) => {
  const { access_token: token } = await signInByApi(server.origin);
  const wait = (hours: number) =>
    database?.query(
      `update public.mail_settings set wait_hours = $1 where template_type = 'review_request'`,
      [hours],
    );
  const visit = async () => {
    const booking = await createBooking(server.origin, {
      bookingDate: freeDay(),
      paymentOption: 'pay_full_online',
      email,
    });
    await payBooking(server.origin, booking);
    await verifyPayment(server.origin, booking.bookingId);
    await database?.query(
      'update public.bookings set booking_date = booking_date - 100 where id = $1',
      [booking.bookingId],
    );
    const done = await post(
      server.origin,
      '/rest/v1/rpc/mark_done',
      { target_booking_id: booking.bookingId },
      { authorization: `Bearer ${token}` },
    );
    expect(done.ok).toBe(true);
  };
  const mails = async (subject: RegExp) => {
    const all = await listed(server.origin);
    return all.filter((mail) => mail.to.includes(email) && subject.test(mail.subject)).length;
  };

  await wait(0);
  await visit();
  const { text } = await receivedMail(server.origin, email, /^How was your/);
  const [link = ''] = /http\S+\/unsubscribe\?token=\S+/.exec(text) ?? [];
  await page.goto(link);
  await expect(
    page.getByRole('heading', { name: 'Unsubscribe from review requests?' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed.' })).toBeVisible();

  await visit();
  // Its receipt was written in the same moment in which another request would have been.
  await expect.poll(() => mails(/^Your receipt/), { timeout: 20_000 }).toBe(2);
  expect(await mails(/^How was your/)).toBe(1);
  await wait(24);
});
