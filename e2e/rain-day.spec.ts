import {
  createBooking,
  freeDays,
  payBooking,
  readBooking,
  requestBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test('the owner marks a rain day, the customer answers, and the owner sees the answer', async ({
  page,
  server: { origin },
}) => {
  const email = 'rained-out@customer.example';
  const [day = '', next = '', afterNext = ''] = freeDays(4);
  const booking = await createBooking(origin, { bookingDate: day, email });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);

  await resume(page, await signInByApi(origin));
  await page.goto(`/admin/rain-day?day=${day}&part=morning`);
  await expect(page.getByText(/^There is 1 booking on the morning of/)).toBeVisible();
  const offered = page.getByRole('list', { name: 'Times to offer' }).getByRole('listitem');
  await expect(offered).toHaveCount(3);
  await page.getByRole('button', { name: 'Mark rain day' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark rain day' }).click();
  await expect(page.getByText('0 of 1 settled')).toBeVisible();

  const mail = await receivedMail(origin, email, /^Rain on .* pick another time/);
  const [link = ''] = /http\S+\/rain\?token=[0-9a-f]{64}/.exec(mail.text) ?? [];
  const held = await requestBooking(origin, { bookingDate: afterNext, email: 'b@x.example' });
  expect(held.status).toBe(409);

  const customer = await page.context().browser()?.newPage();
  if (!customer) throw new Error('There is no browser');
  await customer.goto(link);
  await expect(customer.getByRole('radio')).toHaveCount(3);
  await customer.getByRole('button', { name: 'Confirm This Time' }).click();
  await expect(customer.getByText('Please choose one of the times first.')).toBeVisible();
  await customer.getByRole('radio').nth(1).check();
  await customer.getByRole('button', { name: 'Confirm This Time' }).click();
  await expect(customer.getByRole('heading', { name: 'See you then.' })).toBeVisible();
  await customer.close();

  const [moved] = await readBooking(origin, booking.bookingId);
  expect(moved).toMatchObject({ booking_date: afterNext, status: 'deposit_paid' });
  const free = await requestBooking(origin, { bookingDate: next, email: 'b@x.example' });
  expect(free.status).toBe(201);
  // Without a reload.
  await expect(page.getByText('All settled')).toBeVisible();
  await page.getByRole('button', { name: 'Undo rain day' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo rain day' }).click();
  await expect(page.getByText('No rain days.', { exact: false })).toBeVisible();
});
